// SPDX-License-Identifier: Apache-2.0
// Part of every plugin (see sinew_add_stages): needs the symbol that only a libsinew.so of the same
// ABI has, so that any other refuses to load it before its code runs.
extern "C" const int sinew_abi_1;
extern "C" const int* const sinew_plugin_abi;
extern "C" const int* const sinew_plugin_abi = &sinew_abi_1;

// SPDX-License-Identifier: Apache-2.0
extern "C" const int sinew_abi_0;
extern "C" const int* const sinew_plugin_abi;
extern "C" const int* const sinew_plugin_abi = &sinew_abi_0;

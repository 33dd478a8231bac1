// SPDX-License-Identifier: Apache-2.0
// Owns the precompiled header that the library's sources reuse (see sinew_options.cmake).

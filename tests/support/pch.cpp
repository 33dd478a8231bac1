// SPDX-License-Identifier: Apache-2.0
// Owns the precompiled header that every test executable reuses.
#include "tests/support/catch.h"

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the layers: who may include whom, and where the heavy headers are. usage: check_layers.py [ROOT]

    core -> memory -> gpu -> lane -+-> kernels -----------------------------------+
                                   +-> config -> messages -> stage -> runtime ----+-> plugins -> tools -> tests
"""
import re

import source

GROUND = ["core", "memory", "gpu", "lane"]
FRAMEWORK = GROUND + ["config", "messages", "stage", "runtime"]
# What each layer may include, beside itself. Plain classes of plugins/ may read YAML (calibrations) and define
# payloads, but know no stage and no runtime.
MAY_INCLUDE = {layer: set(FRAMEWORK[:place]) for place, layer in enumerate(FRAMEWORK)}
MAY_INCLUDE["kernels"] = set(GROUND)
MAY_INCLUDE["classes"] = set(GROUND) | {"config", "messages", "kernels"}
MAY_INCLUDE["stages"] = set(FRAMEWORK) | {"kernels", "classes"}
MAY_INCLUDE["tools"] = MAY_INCLUDE["stages"] | {"stages"}
MAY_INCLUDE["tests"] = MAY_INCLUDE["tools"] | {"tools"}

# Included by one .cpp each, behind a small header of our own; tests may read a report with them.
ONE_CPP = {
    "spdlog": r"spdlog/.*", "CLI11": r"CLI/.*", "yaml-cpp": r"yaml-cpp/.*", "nlohmann/json": r"nlohmann/.*",
    "httplib": r"httplib\.h",
}
EIGEN = r"(Eigen|unsupported/Eigen)/.*"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.M)


def layer_of(path):
    """Returns the layer of a path from the root, or None where layers do not apply."""
    parts = path.split("/")
    if parts[0] == "framework" and len(parts) > 2:
        return parts[1]
    if parts[0] == "plugins":
        return "stages" if parts[1] in ("stages", "gst") else "classes"
    return parts[0] if parts[0] in ("kernels", "tools", "tests") else None


def check_own_include(root, file, line, included):
    """Returns the problem of one include of a file of ours, or None."""
    place = f"{file}:{line}"
    if included.endswith(".inc"):
        return None
    if not (root / included).is_file():
        return f'{place}: "{included}" is not there; includes are written from the root of the tree'
    layer, other = layer_of(str(file)), layer_of(included)
    if layer not in MAY_INCLUDE:
        return f"{place}: {file.parent} is no layer of tools/lint/check_layers.py"
    if other != layer and other not in MAY_INCLUDE[layer]:
        return f"{place}: layer {layer} may not include {included} of layer {other}"
    return None


def check_system_include(file, line, included, owners):
    """Returns the problem of one include in angle brackets, or None; notes who includes what is heavy."""
    place, is_test = f"{file}:{line}", file.parts[0] == "tests"
    if re.fullmatch(EIGEN, included) and not is_test and file.parts[:2] != ("plugins", "slam"):
        return f"{place}: Eigen is for plugins/slam and tests"
    if included.startswith("fmt/") and file.suffix == ".h":
        return f"{place}: fmt is for .cpp files"
    for name, pattern in ONE_CPP.items():
        if re.fullmatch(pattern, included) and not is_test:
            owner = owners.setdefault(name, file)
            if file.suffix != ".cpp":
                return f"{place}: {name} is for one .cpp, behind a header of our own"
            if owner != file:
                return f"{place}: {name} is included by {owner} already; use that file's header"
    return None


def check(root):
    problems, owners = [], {}
    for file in source.cpp_files(root):
        if file.parts[:3] == ("tests", "install", "consumer"):
            continue
        text = source.read(root / file)
        for match in INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match.group(1):
                problem = check_own_include(root, file, line, match.group(1))
            else:
                problem = check_system_include(file, line, match.group(2), owners)
            problems += [problem] if problem else []
    return problems


if __name__ == "__main__":
    source.main(check)

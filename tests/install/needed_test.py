#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Walks the NEEDED entries of what is shipped: all lie beside it, but for the C and C++ libraries of the system.

usage: needed_test.py [--readelf PROGRAM] TREE     TREE holds lib/libsinew.so and, when built, bin/sinew
"""
import argparse
import pathlib
import re
import subprocess
import sys

SYSTEM = re.compile(r"(libc|libm|libstdc\+\+|libgcc_s|ld-linux-(x86-64|aarch64))\.so\.\d+")


def dynamic_section(readelf, file):
    """Returns the (tag, value) pairs of an ELF file: NEEDED, SONAME, RPATH and RUNPATH entries."""
    text = subprocess.run([readelf, "-d", file], check=True, capture_output=True, text=True).stdout
    return re.findall(r"\((NEEDED|SONAME|RPATH|RUNPATH)\)[^\[]*\[([^\]]*)\]", text)


def search_folders(file, entries):
    """Returns the folders of the file's DT_RPATH, and a problem where the loader would look elsewhere."""
    paths = [value for tag, value in entries if tag == "RPATH"]
    runpaths = [value for tag, value in entries if tag == "RUNPATH"]
    if runpaths:
        return [], [f"{file}: has RUNPATH {runpaths[0]}, which its libraries' own needs do not inherit"]
    parts = [part for path in paths for part in path.split(":") if part]
    outside = [part for part in parts if not part.startswith("$ORIGIN")]
    problems = [f"{file}: RPATH entry {part} does not start with $ORIGIN" for part in outside]
    return [pathlib.Path(part.replace("$ORIGIN", str(file.parent))) for part in parts], problems


def walk(readelf, file, inherited, seen):
    """Returns the problems of one file and of all that it needs; DT_RPATH is inherited as the loader does it."""
    entries = dynamic_section(readelf, file)
    own, problems = search_folders(file, entries)
    folders = own + inherited
    for name in (value for tag, value in entries if tag == "NEEDED"):
        if SYSTEM.fullmatch(name) or name in seen:
            continue
        seen.add(name)
        found = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if found is None:
            problems.append(f"{file}: needs {name}, which is in none of {[str(f) for f in folders]}")
        else:
            problems += walk(readelf, found.resolve(), folders, seen)
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--readelf", default="readelf")
    parser.add_argument("tree", type=pathlib.Path)
    options = parser.parse_args()
    shipped = [options.tree / "lib/libsinew.so", options.tree / "bin/sinew"]
    files = [file.resolve() for file in shipped if file.exists()]
    if shipped[0].resolve() not in files:
        sys.exit(f"{shipped[0]} is missing: build it first.")
    problems = []
    for file in files:
        seen = set()
        problems += walk(options.readelf, file, [], seen)
        print(f"{file}: beside it {', '.join(sorted(seen)) or 'nothing'}")
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the licence line on top of each source file (after a #! line). usage: check_spdx.py [ROOT]"""
import source

LINE = "SPDX-License-Identifier: Apache-2.0"
SOURCES = source.CPP + (".py", ".cmake", ".in")


def is_source(file, text):
    return file.suffix in SOURCES or file.name == "CMakeLists.txt" or text.startswith("#!")


def check(root):
    problems = []
    for file in source.files(root):
        if file.suffix in (".png", ".jpg", ".jpeg"):
            continue
        text = (root / file).read_text(encoding="utf-8", errors="replace")
        top = [line for line in text.split("\n", 2)[:2] if not line.startswith("#!")]
        if is_source(file, text) and (not top or LINE not in top[0]):
            problems.append(f"{file}:1: lacks the line `{LINE}` on top")
    return problems


if __name__ == "__main__":
    source.main(check)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the sizes: files of at most 400 lines, stage files 150, functions 40. usage: check_size.py [ROOT]

A function's lines run from its opening brace to its closing one. Tests, lambdas and macros' bodies belong to the
function that they stand in.
"""
import ast
import re

import source

FILE_LINES, STAGE_LINES, FUNCTION_LINES = 400, 150, 40
SOURCES = source.CPP + (".py", ".cmake", ".yaml")
SCOPE = re.compile(
    r"(?:\s|(?:public|private|protected)\s*:|template\s*<[^{}]*>\s*(?:requires[^{}]*)?|"
    r"SINEW_\w+\s*\([^{}]*?\)|inline|typedef|static|extern)*"
    r"(?:namespace|class|struct|union|enum)\b|.*\bextern\s*$", re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:.*\\\n)*.*$", re.M)


def cpp_functions(text):
    """Yields (first line, lines, head) of every function with a body, in C++ text."""
    code = DIRECTIVE.sub(lambda match: source.blank(match.group()), source.without_comments_and_strings(text))
    opened, depth, head_begin = None, 0, 0  # depth counts the braces inside the function that `opened` began
    for match in re.finditer(r"[{};]", code):
        head = code[head_begin:match.start()]
        if match.group() == "{" and (opened or not SCOPE.match(head)):
            opened, depth = opened or (match.start(), head), depth + 1
        elif match.group() == "}" and opened:
            depth -= 1
            if depth == 0:
                begin, head = opened
                opened = None
                if code[match.end():].lstrip()[:1] in ("{", ","):
                    continue  # a member's initialiser: the head goes on
                line = code.count("\n", 0, begin)
                if "(" in head:
                    yield line + 1, code.count("\n", 0, match.start()) - line + 1, " ".join(head.split())
        if not opened:
            head_begin = match.end()


def python_functions(text):
    """Yields (first line, lines, name) of every function of a Python file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno - node.lineno + 1, f"{node.name}()"


def is_stage(file):
    return file.parts[:2] == ("plugins", "stages")


def check_file(root, file):
    """Returns the problems of one file."""
    text = source.read(root / file)
    lines, limit = text.count("\n"), STAGE_LINES if is_stage(file) else FILE_LINES
    problems = [f"{file}: {lines} lines, at most {limit}: one file is one concept"] if lines > limit else []
    functions = cpp_functions(text) if file.suffix in source.CPP else []
    if file.suffix == ".py":
        functions = python_functions(text)
    for line, length, head in functions:
        if length > FUNCTION_LINES:
            problems.append(f"{file}:{line}: {head[-60:]}: {length} lines, at most {FUNCTION_LINES} in a function")
    return problems


def check(root):
    checked = [file for file in source.files(root) if file.suffix in SOURCES or file.name == "CMakeLists.txt"]
    return [problem for file in checked for problem in check_file(root, file)]


if __name__ == "__main__":
    source.main(check)

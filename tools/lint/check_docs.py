#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the documents: kernels' headers and READMEs. usage: check_docs.py [ROOT]

A function that kernels/*/NAME.h declares has a doc comment, and each of its views a line `@param name` with a shape, such
as u8[H][W]. A `path` or `Symbol` that a README.md names in backticks exists.
"""
import re

import source

DOC = re.compile(r"((?:^///.*\n)*)^(?:template\s*<[^;{}]*>\s*\n)?"
                 r"(?=\w)(?!struct|class|enum|union|namespace|using|template|static_assert|extern|typedef|return|[/}#])"
                 r"[\w:<>,&*\[\] \n]*?\b(\w+)\(([^;{}]*)\)\s*(?:noexcept\s*)?;", re.M)
SHAPE = re.compile(r"\b[\w:]+\[[^\]]+\]")
PARAM = re.compile(r"@param\s+(\w+(?:\s*,\s*\w+)*)\s+(.*?)(?=@|\Z)", re.S)

BACKTICKS = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCED = re.compile(r"^```.*?^```", re.S | re.M)
PATH = re.compile(r"[\w.\-*]+(?:/[\w.\-*]+)*(?:/|\.(?:h|cpp|cu|py|yaml|md|cmake|json|txt))|\.?[\w\-]+(?:/[\w.\-*]+)+/?")
SYMBOL = re.compile(r"(?:sinew::)?(SINEW_[A-Z_]+|k[A-Z]\w+|[A-Z][a-z]+[A-Z]\w*|\w+(?=\(\)$))(?:\(\))?")
MADE = ("build/", "out/", "/", "..", "~")  # made by the user's commands, or not ours


def split_parameters(text):
    """Returns the (type, name) of each parameter; commas inside <> do not separate."""
    parts = re.split(r",(?![^<]*>)", " ".join(text.split()))
    return [part.split("=")[0].strip().rpartition(" ")[::2] for part in parts if part.strip()]


def parameter_docs(doc):
    """Returns {name: text} of the @param lines; `@param a, b  text` documents both."""
    text = "\n".join(line[3:] for line in doc.splitlines())
    return {name.strip(): body for names, body in PARAM.findall(text) for name in names.split(",")}


def check_kernel_header(file, text):
    """Returns what the functions of one kernel header lack."""
    problems = []
    for match in DOC.finditer(text):
        doc, name, parameters = match.groups()
        line = text.count("\n", 0, match.start(2)) + 1
        if not doc:
            problems.append(f"{file}:{line}: {name} has no doc comment")
            continue
        docs = parameter_docs(doc)
        for kind, parameter in split_parameters(parameters):
            parameter = parameter.lstrip("&*")
            if "View<" in kind and not SHAPE.search(docs.get(parameter, "")):
                problems.append(f"{file}:{line}: {name}: write `@param {parameter}  ` with its shape, as in u8[H][W]")
    return problems


def check_readme(root, file, text, words):
    """Returns the paths and symbols of one README that are nowhere."""
    problems = []
    for match in BACKTICKS.finditer(FENCED.sub(lambda fenced: source.blank(fenced.group()), text)):
        name, line = match.group(1), text.count("\n", 0, match.start()) + 1
        symbol = SYMBOL.fullmatch(name)
        if PATH.fullmatch(name) and not name.startswith(MADE):
            if not any(list(folder.glob(name.rstrip("/"))) for folder in (root, (root / file).parent)):
                problems.append(f"{file}:{line}: there is no `{name}`")
        elif symbol and symbol.group(1) not in words:
            problems.append(f"{file}:{line}: no source has a `{name}`")
    return problems


def check(root):
    listed, problems, words = source.files(root), [], set()
    for file in listed:
        if file.suffix in source.CPP + (".cmake", ".txt", ".py"):
            text = source.read(root / file)
            words |= set(re.findall(r"\w+", text))
            is_kernel = file.parts[0] == "kernels" and file.suffix == ".h" and not file.stem.endswith("_body")
            problems += check_kernel_header(file, text) if is_kernel else []
    for file in listed:
        if file.name == "README.md":
            problems += check_readme(root, file, source.read(root / file), words)
    return problems


if __name__ == "__main__":
    source.main(check)

# SPDX-License-Identifier: Apache-2.0
"""What the lints share: the files of the tree, C++ text without comments, and how problems are told."""
import pathlib
import re
import subprocess
import sys

CPP = (".h", ".cpp", ".cu")


def files(root):
    """Returns the tree's files relative to root, tracked or new, without what git ignores."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True, text=True)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.split("\0") if name]
    else:
        names = [str(path.relative_to(root)) for path in root.rglob("*") if "build" not in path.parts]
    return sorted(pathlib.Path(name) for name in set(names) if (root / name).is_file())


def cpp_files(root):
    return [file for file in files(root) if file.suffix in CPP]


def read(path):
    return path.read_text(encoding="utf-8")


def blank(text):
    """Returns the text with newlines only: what is removed keeps its lines."""
    return "".join(character if character == "\n" else " " for character in text)


TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![\w])\'(?:\\.|[^\'\\\n])+\'', re.S)


def without_comments_and_strings(text):
    """Returns C++ text of the same length and lines, in which braces and parentheses are code."""
    return TOKENS.sub(lambda match: blank(match.group()), text)


def main(check, argv=None):
    """Runs a lint on the folder given, or on the tree it lies in; exit status 1 where there is a problem."""
    argv = sys.argv[1:] if argv is None else argv
    root = pathlib.Path(argv[0]) if argv else pathlib.Path(__file__).resolve().parents[2]
    problems = check(root.resolve())
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(1 if problems else 0)

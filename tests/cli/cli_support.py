# SPDX-License-Identifier: Apache-2.0
"""How the tests of the command line run it: sinew(...) gives status, stdout, stderr."""
import os
import subprocess
import sys
import tempfile

PROGRAM, PLUGINS = map(os.path.abspath, sys.argv[1:3])
ENVIRONMENT = {**os.environ, "SINEW_PLUGIN_PATH": PLUGINS}


def sinew(*arguments, **options):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          **{"env": ENVIRONMENT, **options})
    return done.returncode, done.stdout, done.stderr


def graph(folder, stages, name="graph.yaml"):
    """Writes a graph file of these lines of stages and returns its path."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("sinew: 1\nname: cli_test\nstages:\n" + "".join(f"  {line}\n" for line in stages))
    return path


def expect(condition, sentence, *facts):
    if not condition:
        print(*facts, sep="\n")
        sys.exit(sentence)


def expect_refusal(arguments, status, text, **options):
    """One sentence on standard error, nothing on standard output."""
    code, out, err = sinew(*arguments, **options)
    expect(code == status and text in err and err.count("\n") == 1 and not out,
           f"sinew {' '.join(map(str, arguments))}: expected status {status} and '{text}'", code, out, err)


def run_tests(functions):
    with tempfile.TemporaryDirectory(prefix="sinew cli ") as folder:
        for function in functions:
            print(function.__name__)
            function(folder)

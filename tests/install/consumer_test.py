#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the build tree, moves it, and builds and runs a project outside the tree against it.

usage: consumer_test.py BUILD SOURCE     BUILD is configured and built; SOURCE is the consumer project
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
import needed_test


def run(*command, **options):
    """Runs a command, shows what it printed when it fails, and returns it."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    print("+", *command, done.stdout, done.stderr, sep="\n" if done.returncode else " ")
    return done


def require(condition, sentence):
    if not condition:
        sys.exit(sentence)


def install(build, work):
    """Installs and moves the tree, so that nothing in it can know where it was made."""
    first, moved = work / "first", work / "a tree moved"
    require(run("cmake", "--install", build, "--prefix", first).returncode == 0, "cmake --install failed.")
    shutil.move(first, moved)
    return moved


def check_plugins(work, program):
    """One folder with the plugin of this ABI, one with another's."""
    good, bad = work / "plugins", work / "old plugins"
    for folder, name in ((good, "consumer_stages.so"), (bad, "consumer_other_abi.so")):
        folder.mkdir()
        shutil.copy(work / "build" / name, folder)
    loaded = run(program, good)
    require(loaded.returncode == 0 and "consumer.darken: Halves" in loaded.stdout, "the plugin's stage is not there.")
    refused = run(program, bad)
    require(
        refused.returncode == 1 and "was built against another version of Sinew; build it again" in refused.stderr,
        "a plugin of another ABI was not refused.",
    )


def check_cli(tree, work):
    """The installed CLI finds the plugin and the shared files of its own tree."""
    environment = dict(os.environ, SINEW_PLUGIN_PATH=str(work / "plugins"))
    listed = run(tree / "bin/sinew", "list", env=environment, cwd=work)
    require(listed.returncode == 0 and "consumer.darken" in listed.stdout, "sinew list does not show the plugin's stage.")


def check_new_stage(tree, work):
    """What `sinew new stage` writes builds against the installed tree, passes its own test and is found as a plugin."""
    project, sinew = work / "new_stages", tree / "bin/sinew"
    require(run(sinew, "new", "stage", "image.invert", project).returncode == 0, "sinew new stage failed.")
    refused = run(sinew, "new", "stage", "image.invert", project)
    require(refused.returncode == 2 and "is there already" in refused.stderr, "sinew new stage wrote over a file.")
    built = project / "build"
    configured = run("cmake", "-S", project, "-B", built, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={tree}")
    require(configured.returncode == 0 and run("cmake", "--build", built).returncode == 0, "the new stage does not build.")
    require(run("ctest", "--test-dir", built, "--output-on-failure").returncode == 0, "the new stage's test fails.")
    described = run(sinew, "describe", "image.invert", env=dict(os.environ, SINEW_PLUGIN_PATH=str(built)))
    require("strength: integer, 0 to 255, default 255, live" in described.stdout, "the new stage is not described.")


def check_new_graph(tree, work):
    """What `sinew new graph` writes runs."""
    require(run(tree / "bin/sinew", "new", "graph", "robot", work).returncode == 0, "sinew new graph failed.")
    done = run(tree / "bin/sinew", "run", work / "robot.yaml", "--frames", "2", "--out", work / "out")
    require(done.returncode == 0 and (work / "out/report.json").exists(), "the new graph does not run.")


def main():
    build, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    with tempfile.TemporaryDirectory(prefix="sinew consumer ") as folder:
        work = pathlib.Path(folder)
        tree = install(build, work)
        problems = needed_test.walk("readelf", tree / "lib/libsinew.so", [], set())
        require(not problems, "\n".join(problems))
        configured = run("cmake", "-S", source, "-B", work / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={tree}")
        require(configured.returncode == 0, "find_package(Sinew) failed.")
        require(run("cmake", "--build", work / "build").returncode == 0, "the consumer does not build.")
        check_plugins(work, work / "build/consumer")
        if (tree / "bin/sinew").exists():
            check_cli(tree, work)
            check_new_stage(tree, work)
            check_new_graph(tree, work)


if __name__ == "__main__":
    main()

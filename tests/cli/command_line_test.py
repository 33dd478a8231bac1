# SPDX-License-Identifier: Apache-2.0
"""Wrong command lines, help, and the verbs that run nothing. usage: command_line_test.py SINEW PLUGINS"""
import json
import os

from cli_support import ENVIRONMENT, expect, expect_refusal, graph, run_tests, sinew

VERBS = ["run", "check", "explain", "graph", "list", "describe", "schema", "doctor", "bench", "bench hops", "new",
         "new stage", "new graph"]
TICKS = ["ticks: {use: bench.ticks, every: 1 ms, with: {count: 5}}", "sink: {use: bench.sink, in: {sample: ticks.sample}}"]

REFUSED = [
    ([], "sinew: name a verb"),
    (["rum"], "sinew: there is no verb 'rum'; did you mean 'run'?"),
    (["run"], "sinew run: FILE is required"),
    (["run", "a.yaml", "--quite"], "sinew run: there is no option '--quite'; did you mean '--quiet'?"),
    (["run", "a.yaml", "--clock", "lock"], "--clock"),
    (["run", "a.yaml", "--rate", "fast"], "--rate fast: is no rate: write a number above 0, or max"),
    (["run", "a.yaml", "--rate", "0"], "--rate 0: is no rate"),
    (["run", "a.yaml", "--for", "60"], "--for 60: is no duration: write a number with its unit, such as 60s"),
    (["run", "a.yaml", "--frames", "0"], "--frames"),
    (["run", "a.yaml", "-D", "goal"], "-D goal: is not of the form name=value"),
    (["run", "nowhere/a.yaml"], "nowhere/a.yaml"),
    (["check", "a.yaml", "--board", "thorr"], "--board thorr: is neither a file nor a board in"),
    (["check", "nowhere/a.yaml"], "nowhere/a.yaml"),
    (["bench"], "sinew bench: name a verb (sinew bench --help lists them)"),
    (["bench", "hops", "--secnds", "3"], "sinew bench hops: there is no option '--secnds'; did you mean '--seconds'?"),
    (["bench", "hop"], "sinew bench: there is no verb 'hop'; did you mean 'hops'?"),
    (["describe", "image.brighte"], "there is no stage 'image.brighte'; did you mean 'image.brighten'?"),
    (["list", "images"], "sinew list: does not take 'images'"),
    (["new", "stage", "Invert"], "'Invert' is no name of a stage: write family.what, such as image.invert"),
    (["new", "stage", "image.brighten"], "there is a stage 'image.brighten' already"),
]


def wrong_command_lines(folder):
    for arguments, text in REFUSED:
        expect_refusal(arguments, 2, text, cwd=folder)


def help_fits_a_screen(folder):
    for verb in [""] + VERBS:
        code, out, _ = sinew(*verb.split(), "--help", cwd=folder)
        expect(code == 0 and out.count("\n") <= 40 and "Example:\n  sinew " in out, f"{verb} --help", code, out)
    code, out, _ = sinew("--version")
    expect(code == 0 and out.startswith("sinew 0."), "--version", out)


def check_and_explain(folder):
    good, bad = graph(folder, TICKS), graph(folder, ["a: {use: bench.tick}", "b: {use: bench.sink}"], "bad.yaml")
    code, out, err = sinew("check", good)
    expect(code == 0 and "2 stages, 1 edges, 1 lanes: nothing is wrong" in out, "check", out, err)
    code, out, err = sinew("check", bad)
    expect(code == 2 and err.count("\n") >= 2 and "bad.yaml:4:" in err and "did you mean 'bench.ticks'?" in err,
           "check gives every problem with its place", out, err)
    code, out, _ = sinew("check", bad, "--json")
    problems = json.loads(out)
    expect(code == 2 and not problems["ok"] and len(problems["problems"]) >= 2, "check --json", out)
    code, out, _ = sinew("explain", good)
    expect(code == 0 and "ticks.sample -> sink.sample" in out, "explain", out)
    plan = json.loads(sinew("explain", good, "--json")[1])
    expect(plan["lanes"][0]["stages"] == ["sink", "ticks"] and plan["edges"][0]["role"] == "trigger", "explain --json", plan)
    code, out, _ = sinew("graph", good)
    expect(code == 0 and out.lstrip().startswith("<") and "</svg>" in out, "graph", out[:200])
    code, out, _ = sinew("graph", good, "--format", "dot")
    expect(code == 0 and out.startswith("digraph"), "graph --format dot", out[:200])
    expect_refusal(["graph", good, "--out", os.path.join(folder, "no", "a.svg")], 2, "a.svg: cannot be written")


def stages(folder):
    _, names, _ = sinew("list", "--names")
    expect("image.brighten" in names.split() and "cli_test.fail" in names.split(), "list --names", names)
    expect("bench." not in names, "stages of the bench are hidden", names)
    listed = json.loads(sinew("list", "--json")[1])
    expect([stage["name"] for stage in listed] == names.split(), "list --json", listed)
    code, out, _ = sinew("describe", "image.brighten")
    expect(code == 0 and "gain: number, 0 to 16, default 1.5, live" in out and "trigger of Image" in out, "describe", out)
    described = json.loads(sinew("describe", "image.brighten", "--json")[1])
    expect(described["params"][0]["max"] == 16 and described["inputs"][0]["role"] == "trigger", "describe --json", described)
    schema = sinew("schema")[1]
    expect(json.loads(schema)["required"] == ["sinew", "stages"] and '"image.brighten"' in schema, "schema", schema)
    expect("bench." not in schema, "stages of the bench are not in the schema", schema)


def doctor(folder):
    code, out, _ = sinew("doctor")
    expect(code == 0 and "GPU driver" in out and "cli_test_stages.so" in out, "doctor", out)
    findings = json.loads(sinew("doctor", "--json")[1])
    expect(all(finding["ok"] or finding["cost"] and finding["remedy"] for finding in findings), "doctor --json", findings)


def bench(folder):
    code, out, err = sinew("bench", "hops", "--json", "--seconds", "1")
    expect(code == 0, "bench hops", out, err)
    hops = json.loads(out)
    for name in ("same_lane_us", "cross_lane_us", "futex_us", "chain10_lanes_us", "chain10_futex_us"):
        spread = hops[name]
        expect(0 < spread["p50"] <= spread["p99"] <= spread["max"], name, out)
    expect("spin_lane_us" in hops and hops["chain10_messages_per_s"] > 0 and hops["counters_ns"] > 0, "bench hops", out)


def plugins(folder):
    missing = {**ENVIRONMENT, "SINEW_PLUGIN_PATH": os.path.join(folder, "missing")}
    expect_refusal(["list"], 2, "missing: No such file or directory; correct SINEW_PLUGIN_PATH", env=missing)
    again = os.path.join(folder, "again")
    os.makedirs(again)
    plugin = os.path.join(ENVIRONMENT["SINEW_PLUGIN_PATH"], "cli_test_stages.so")
    with open(plugin, "rb") as source, open(os.path.join(again, "again.so"), "wb") as copy:
        copy.write(source.read())
    twice = {**ENVIRONMENT, "SINEW_PLUGIN_PATH": ENVIRONMENT["SINEW_PLUGIN_PATH"] + ":" + again}
    expect_refusal(["list"], 2, "again.so: its stage 'cli_test.fail' is registered already", env=twice)


if __name__ == "__main__":
    run_tests([wrong_command_lines, help_fits_a_screen, check_and_explain, stages, doctor, bench, plugins])

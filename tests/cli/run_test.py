# SPDX-License-Identifier: Apache-2.0
"""sinew run: report, faults, Ctrl-C, output folders. usage: run_test.py SINEW PLUGINS"""
import json
import os
import signal
import subprocess
import time

from cli_support import ENVIRONMENT, PROGRAM, expect, expect_refusal, graph, run_tests, sinew

TICKS = "ticks: {use: bench.ticks, every: 1 ms, with: {count: %d}}"
SINK = "sink: {use: bench.sink, in: {sample: ticks.sample}}"


def report_of(folder):
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
        return json.load(file)


def a_run_writes_its_report(folder):
    out = os.path.join(folder, "deep", "out")
    code, table, err = sinew("run", graph(folder, [TICKS % 20, SINK]), "--out", out, "--clock", "live")
    expect(code == 0 and not err and "all samples taken" in table and "ticks.sample -> sink.sample" in table, "run", table, err)
    expect(max(map(len, table.splitlines())) <= max(100, len(out) + 30), "the table fits", table)
    report = report_of(out)
    stages = {stage["name"]: stage for stage in report["stages"]}
    edge = report["edges"][0]
    expect(report["sinew_report"] == 1 and report["clock"] == "live" and not report["failed"], "report", report)
    expect(stages["ticks"]["emitted"] == 20 and stages["sink"]["host_us"]["count"] == stages["sink"]["runs"], "stages", report)
    expect(edge["published"] == edge["delivered"] + edge["waiting"] + sum(edge["drops"].values()), "edges add up", report)
    expect(os.listdir(out) == ["report.json"], "nothing else lies there", os.listdir(out))


def quiet_and_limits(folder):
    endless = graph(folder, [TICKS % 1000000, SINK])
    out = os.path.join(folder, "limits")
    start = time.monotonic()
    expect(sinew("run", endless, "--out", out, "--clock", "live", "--for", "200ms", "--quiet") == (0, "", ""), "--quiet")
    expect(0.2 <= time.monotonic() - start < 5 and report_of(out)["wall_s"] < 2, "--for", report_of(out))
    flood = graph(folder, ["ticks: {use: bench.flood, with: {count: 1000000}}", SINK], "flood.yaml")
    expect(sinew("run", flood, "--out", out, "--frames", "7", "--quiet") == (0, "", ""), "--frames")
    expect(report_of(out)["stages"][0]["emitted"] == 7, "--frames", report_of(out)["stages"])


def a_fault_is_status_1(folder):
    file = graph(folder, ["fail: {use: cli_test.fail, every: 1 ms}"])
    out = os.path.join(folder, "fault")
    expect_refusal(["run", file, "--out", out, "--clock", "live", "--quiet"], 1, "fail: disk.bin: is full: free some space")
    report = report_of(out)
    expect(report["failed"] and report["stages"][0]["faults"] == 1 and report["stages"][0]["runs"] == 3, "report", report)
    code, table, _ = sinew("run", file, "--out", out, "--clock", "live")
    expect(code == 1 and table.startswith("! fail: disk.bin: is full"), "the fault comes first", table)


def refusals_are_status_2(folder):
    good = graph(folder, [TICKS % 5, SINK], "good.yaml")
    refusing = graph(folder, ["camera: {use: cli_test.refuse, every: 1 ms}"])
    out = os.path.join(folder, "refused")
    expect_refusal(["run", refusing, "--out", out], 2, "camera: /dev/nothing: is not there: plug it in")
    expect(os.listdir(out) == [], "no report of a run that was refused", os.listdir(out))
    expect_refusal(["run", good, "--out", "/proc/nothing"], 2, "/proc/nothing: cannot be written (")
    taken = os.path.join(folder, "taken")
    with open(taken, "w", encoding="utf-8") as file:
        file.write("a file")
    expect_refusal(["run", good, "--out", taken], 2, "taken: cannot be written (")


def interrupted(file, out, number, times):
    """Starts a run and signals it; returns status, standard output and the seconds that it took to end."""
    with subprocess.Popen([PROGRAM, "run", file, "--out", out, "--clock", "live"], env=ENVIRONMENT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not os.path.exists(os.path.join(out, "report.json.partial")):
            time.sleep(0.01)
        time.sleep(0.3)
        start = time.monotonic()
        for _ in range(times):
            process.send_signal(number)
        table, _ = process.communicate(timeout=30)
        return process.returncode, table, time.monotonic() - start


def interrupts(folder):
    file = graph(folder, [TICKS % 100000000, SINK])
    for number, reason in ((signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM")):
        out = os.path.join(folder, reason)
        code, table, took = interrupted(file, out, number, 1)
        expect(code == 0 and took < 1 and reason in table, f"{reason} ends in order within a second", code, took, table)
        expect(report_of(out)["end_reason"] == reason, "report", report_of(out))


if __name__ == "__main__":
    run_tests([a_run_writes_its_report, quiet_and_limits, a_fault_is_status_1, refusals_are_status_2, interrupts])

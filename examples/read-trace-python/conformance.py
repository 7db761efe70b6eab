"""Runs the text cases of the conformance suite: python3 conformance.py FOLDER, the folder with suite.json."""

import json
import pathlib
import sys

from read_trace import TraceError, read_trace


def main(folder):
    suite = json.loads((folder / "suite.json").read_text("utf-8"))
    cases = [case for case in suite if case["file"].endswith(".jsonl")]
    failed = 0
    for case in cases:
        expected = {key: case[key] for key in ("reads", "refused") if key in case}
        actual = result_of((folder / "files" / case["file"]).read_bytes())
        if "reads" in expected:
            expected["reads"]["traces"] = json.loads((folder / "traces" / expected["reads"]["traces"]).read_text("utf-8"))
        if not same(actual, expected):
            failed += 1
            print(f"{case['file']} ({case['shows']})\n  expected {shown(expected)}\n  actual   {shown(actual)}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 0 if failed == 0 and cases else 1


def result_of(data):
    try:
        file = read_trace(data)
    except TraceError as error:
        return {"refused": {"code": error.code, "at": error.line and {"line": error.line}}}
    traces = {"trunk": file["trunk"], "forks": file["forks"]}
    return {"reads": {"traces": traces, "sealed": file["sealed"], "stoppedAt": file["stoppedAt"] and {"line": file["stoppedAt"]}}}


def same(one, other):
    """Equal as JSON: 1 is 1.0, but not true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def shown(result):
    return json.dumps(result)[:2000]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python3 conformance.py FOLDER")
    sys.setrecursionlimit(10_000)
    sys.exit(main(pathlib.Path(sys.argv[1])))

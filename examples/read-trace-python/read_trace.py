"""Reads a trace of Stepfork in the text encoding (.sftrace.jsonl).

Written from docs/trace-format.md, with Python's standard library only. As a program it prints the runs of a file as JSON:

    python3 read_trace.py refund.sftrace.jsonl
"""

import base64
import hashlib
import json
import math
import re
import sys
import zlib

from events import check_event, is_count, is_well_formed

FORMAT_VERSION = 1
MAX_DEPTH = 512
MAX_LENGTH = 2**29
TAGS = set(
    "undefined hole number bigint date bytes map set url search-params headers regexp error opaque object text json-number".split()
)
CRC_MEMBER = re.compile(rb',"crc":"([0-9a-f]{8})"\}\Z')


class TraceError(Exception):
    """A file that is refused: a stable code, and the line, if there is one."""

    def __init__(self, code, problem, line=None):
        super().__init__(problem)
        self.code = code
        self.line = line


class MinusZero(int):
    """-0, which is 0 in a count and has a tag in a value."""


class Invalid(Exception):
    """What no trace may say, where the line is not known yet."""


def read_trace(data):
    """The runs of a file as a dict: trunk, forks, sealed, and stoppedAt, the line where reading stopped in an unsealed file."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    sniff(data)
    lines = split(data)
    segments = []
    open_segment = None
    stopped = None
    seed = 0
    for at, (number, line, ended) in enumerate(lines):
        content, crc = checksum_of(line)
        if crc is None or zlib.crc32(content, seed) != crc and zlib.crc32(content) != crc:
            stopped = (at, number, "a checksum that does not fit" if crc is not None or ended else "the file ends inside an event")
            break
        try:
            event = parse(line)
            kind = event.get("type")
            if zlib.crc32(content, 0 if kind in ("run-start", "seal") else seed) != crc:
                stopped = (at, number, "the checksum is not that of this fork")
                break
            if open_segment is None:
                trunk = segments[0] if segments else None
                open_segment = Segment(trunk, {segment.head["id"] for segment in segments})
                segments.append(open_segment)
            if kind == "run-start" and len(segments) > 1:
                seed = crc
            if open_segment.take(event):
                open_segment.digest.update(line)
                continue
        except Invalid as error:
            raise TraceError("STEPFORK_TRACE_INVALID", str(error), number) from None
        if open_segment.digest.hexdigest() != event["sha256"]:
            raise TraceError("STEPFORK_TRACE_DAMAGED", "the seal does not fit what stands before it", number)
        open_segment = None
    if stopped is not None and any(is_seal(line) for _, line, _ in lines[stopped[0] :]):
        raise TraceError("STEPFORK_TRACE_DAMAGED", stopped[2], stopped[1])
    if not segments or not segments[0].begun:
        raise TraceError("STEPFORK_TRACE_DAMAGED", "the file ends before its run has started", stopped and stopped[1])
    trunk, *forks = [segment.trace() for segment in segments if segment.begun]
    sealed = open_segment is None and stopped is None
    return {"trunk": trunk, "forks": forks, "sealed": sealed, "stoppedAt": stopped and stopped[1]}


def sniff(data):
    """Refuses what is no trace, and what a later version has written."""
    start = data[:512].decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    found = re.match(r'\{\s*"type"\s*:\s*"run-start"(?:\s*,\s*"version"\s*:\s*(\d{1,9})\b)?', start)
    if found is None:
        raise TraceError("STEPFORK_NOT_A_TRACE", "this is no trace in the text encoding")
    if found[1] is not None and int(found[1]) > FORMAT_VERSION:
        raise from_the_future(found[1])


def from_the_future(version):
    return TraceError("STEPFORK_TRACE_FROM_THE_FUTURE", f"the trace has format version {version}, and this reads {FORMAT_VERSION}")


def split(data):
    """The lines that are not empty: number, bytes without the line end, and whether there was one."""
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    pieces = data.split(b"\n")
    lines = [(number, piece[:-1] if piece.endswith(b"\r") else piece, number < len(pieces)) for number, piece in enumerate(pieces, 1)]
    return [line for line in lines if line[1] != b""]


def checksum_of(line):
    found = CRC_MEMBER.search(line)
    return (line, None) if found is None or found.start() == 0 else (line[: found.start()], int(found[1], 16))


def is_seal(line):
    content, crc = checksum_of(line)
    return line.startswith(b'{"type":"seal"') and zlib.crc32(content) == crc


def parse(line):
    try:
        event = json.loads(line.decode("utf-8"), parse_int=number, parse_float=number, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"no JSON ({error})") from None
    event.pop("crc")
    return event


def number(digits):
    """A double, as an int where it is one."""
    value = float(digits)
    if value == 0 and digits.startswith("-"):
        return MinusZero()
    return int(value) if value.is_integer() and abs(value) <= 2**53 else value


def no_number(name):
    raise ValueError(name)


class Segment:
    """One run: its events in their order, and its values by number."""

    def __init__(self, trunk, ids):
        self.trunk = trunk
        self.ids = ids
        self.digest = hashlib.sha256()
        self.values = Values(trunk and trunk.values)
        self.head = None
        self.input = None
        self.begun = False
        self.steps = []
        self.draws = []
        self.end = None
        self.ends = 0

    def take(self, event):
        """Takes an event; False for the seal, which is not looked at."""
        kind = event.get("type")
        version = event.get("version")
        if self.head is None and kind == "run-start" and is_count(version) and version > FORMAT_VERSION:
            raise from_the_future(version)
        if not check_event(event):
            raise Invalid("an event that no trace has")
        if kind == "run-start" and version < 1:
            raise Invalid("a run of version 0")
        if (self.head is None) != (kind == "run-start"):
            raise Invalid("a run without its start, or a second start")
        if kind == "seal":
            if not self.begun:
                raise Invalid("a seal before the input of its run")
            return False
        if kind == "run-start":
            self.start(event["run"])
        elif kind == "value":
            self.values.add(event["n"], event["value"])
        elif kind == "run-input":
            if self.begun:
                raise Invalid("a second input")
            self.input = self.values.build(event["value"])
            self.begun = True
        else:
            if not self.begun or self.end is not None:
                raise Invalid("an event before the input of its run, or after its end")
            getattr(self, kind.replace("-", "_"))(event)
        return True

    def start(self, head):
        if head["id"] in self.ids:
            raise Invalid("a second run with this id")
        derived = head.get("derived")
        if derived is not None:
            is_fork = derived["kind"] in ("attached", "on-demand")
            if is_fork != (self.trunk is not None) or is_fork and derived["of"] != self.trunk.head["id"]:
                raise Invalid("a run that cannot stand here")
        self.head = head

    def call_start(self, event):
        step, parent, call = event["step"], event["parent"], event["call"]
        if step != len(self.steps) or parent is not None and parent >= step:
            raise Invalid("a step out of turn, or a parent that has not started")
        call = {**call, "input": self.values.build(call["input"])}
        self.steps.append(
            {
                "state": "open",
                "index": step,
                "parent": parent,
                "call": call,
                "outcome": {"kind": "interrupted"},
                "startedAtMs": event["atMs"],
                "endedAtMs": None,
                "endOrder": None,
                "closing": None,
            }
        )

    def step_in(self, event, state, *, last=False):
        step = event["step"]
        if step >= len(self.steps) or self.steps[step]["state"] != state or last and step != len(self.steps) - 1:
            raise Invalid(f"an event of step {step}, which is not {state}")
        return self.steps[step]

    def call_answer(self, event):
        step = self.step_in(event, "open", last=True)
        if "answered" in step:
            raise Invalid("a second answer")
        step["answered"] = self.with_value(event["answered"])

    def call_end(self, event):
        step = self.step_in(event, "open")
        outcome = self.with_value(event["outcome"])
        step["state"] = "ended"
        if outcome["kind"] == "streaming":
            step["state"] = "streaming"
            outcome = {**outcome, "kind": "streamed", "chunks": [], "end": {"kind": "interrupted"}}
        step.update(outcome=outcome, endedAtMs=event["atMs"], endOrder=self.next_end())

    def call_chunk(self, event):
        step = self.step_in(event, "streaming")
        value = self.values.build(event["value"])
        step["outcome"]["chunks"].append({"atMs": event["atMs"], "endOrder": self.next_end(), "value": value})

    def stream_end(self, event):
        step = self.step_in(event, "streaming")
        step["state"] = "ended"
        step["outcome"]["end"] = self.with_value(event["end"])
        if event["end"]["kind"] != "interrupted":
            step["closing"] = {"atMs": event["atMs"], "endOrder": self.next_end()}

    def draw(self, event):
        value = self.values.build(event["value"])
        self.draws.append({**{key: event[key] for key in ("kind", "site", "atMs")}, "endsBefore": self.ends, "value": value})

    def run_end(self, event):
        self.end = {**event, "outcome": self.with_value(event["outcome"])}

    def next_end(self):
        self.ends += 1
        return self.ends - 1

    def with_value(self, outcome):
        return {key: self.values.build(part) if key in ("value", "error", "lent") else part for key, part in outcome.items()}

    def trace(self):
        return {
            "run": {**self.head, "input": self.input},
            "steps": [{key: part for key, part in step.items() if key != "state"} for step in self.steps],
            "draws": self.draws,
            "outcome": {"kind": "interrupted"} if self.end is None else self.end["outcome"],
            "endedAtMs": None if self.end is None else self.end["atMs"],
        }


class Values:
    """The values of a segment by number, each built when it comes: a reference goes to what is there already."""

    def __init__(self, trunk):
        self.trunk = trunk
        self.first = 0 if trunk is None else trunk.size
        self.entries = []

    @property
    def size(self):
        return self.first + len(self.entries)

    def at(self, n):
        return self.trunk.at(n) if n < self.first else self.entries[n - self.first]

    def add(self, n, wire):
        if n != self.size:
            raise Invalid(f"value {n} where {self.size} is due")
        entry = Entry()
        self.measured = entry
        entry.value = self.build(wire)
        self.measured = None
        entry.depth, entry.length = self.depth, self.length
        self.entries.append(entry)

    measured = None

    def build(self, wire):
        """The value with its references followed."""
        self.depth = 0
        self.length = 0
        value = self.part(wire, 0)
        if self.length > MAX_LENGTH:
            raise Invalid("a value that is too long with its references followed")
        return value

    def part(self, wire, depth):
        if wire is None:
            self.length += 4
        elif isinstance(wire, bool):
            self.length += 5
        elif isinstance(wire, str):
            self.length += units(wire) + 2
            return wire if is_well_formed(wire) else tagged_text(wire)
        elif isinstance(wire, (int, float)):
            self.length += 8
            if not math.isfinite(wire):
                raise Invalid("a number that no double holds")
            return {"$": "number", "value": "-0"} if isinstance(wire, MinusZero) else wire
        elif isinstance(wire, dict) and wire.get("$") == "ref":
            return self.reference(wire, depth)
        else:
            self.deepen(depth + 1)
            self.length += 2
            return self.items(wire, depth + 1) if isinstance(wire, list) else self.members(wire, depth + 1)
        return wire

    def deepen(self, depth):
        if depth > MAX_DEPTH:
            raise Invalid(f"a value nested deeper than {MAX_DEPTH}")
        self.depth = max(self.depth, depth)

    def items(self, wires, depth):
        measured = self.measured if depth == 1 else None
        items = []
        for wire in wires:
            items.append(self.part(wire, depth))
            self.length += 1
            if measured is not None:
                measured.beginnings.append((self.depth, self.length))
        return items

    def members(self, wire, depth):
        if "$" in wire and not (isinstance(wire["$"], str) and wire["$"] in TAGS):
            raise Invalid("a value of an unknown kind")
        if "__proto__" in wire or not all(map(is_well_formed, wire)):
            self.length -= 2
            return self.part({"$": "object", "entries": [[key, part] for key, part in wire.items()]}, depth - 1)
        members = {}
        for key, part in wire.items():
            members[key] = self.part(part, depth)
            self.length += units(key) + 4
        return members

    def reference(self, ref, depth):
        of, first, rest = ref.get("of"), ref.get("first"), ref.get("rest")
        if not is_count(of) or of >= self.size or ref.keys() - {"$", "of", "first", "rest"}:
            raise Invalid("a reference to no value")
        entry = self.at(of)
        value, deep, length = entry.value, entry.depth, entry.length
        if "first" in ref:
            if not isinstance(value, (str, list)) or not is_count(first) or first > size_of(value):
                raise Invalid("a reference to more than there is")
            if isinstance(value, list):
                deep, length = self.beginning(of, first)
                value = value[:first]
            else:
                value = beginning_of_text(value, first)
                deep, length = 0, first + 2
        self.deepen(depth + deep)
        self.length += length
        if depth == 0 and self.measured is not None and isinstance(value, list):
            self.measured.prefix = (of, len(value))
        if "rest" not in ref:
            return value
        if isinstance(value, str) and isinstance(rest, str) and is_well_formed(rest):
            self.length += units(rest)
            return value + rest
        if not isinstance(value, list) or not isinstance(rest, list):
            raise Invalid("a reference that goes on as something else")
        return value + self.items(rest, depth + 1)

    def beginning(self, n, length):
        """How deep and long the first items of a list are, counted when they came."""
        while length > 0:
            entry = self.at(n)
            of, shared = entry.prefix
            if length > shared:
                return entry.beginnings[length - shared - 1]
            n = of
        return (1, 2)


class Entry:
    """A value, and how deep and long it and its beginnings are with all references followed."""

    def __init__(self):
        self.value = None
        self.depth = 0
        self.length = 0
        self.prefix = (None, 0)
        self.beginnings = []


def units(text):
    """The length of a text in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def size_of(value):
    return units(value) if isinstance(value, str) else len(value)


def beginning_of_text(text, length):
    if text.isascii():
        return text[:length]
    try:
        return text.encode("utf-16-le")[: 2 * length].decode("utf-16-le")
    except UnicodeDecodeError:
        raise Invalid("a reference that cuts a surrogate pair") from None


def tagged_text(text):
    return {"$": "text", "value": base64.b64encode(text.encode("utf-16-le", "surrogatepass")).decode()}


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        json.dump(read_trace(data), sys.stdout, indent=1)
        print()
    except TraceError as error:
        place = "" if error.line is None else f", line {error.line}"
        sys.exit(f"{path}{place}: {error} ({error.code})")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Usage: python3 read_trace.py FILE.sftrace.jsonl")
    main(sys.argv[1])

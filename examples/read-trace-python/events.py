"""What stands in each event of a trace: docs/trace-format.md, section Events, as checks."""

import math


def is_well_formed(text):
    """No half of a surrogate pair."""
    try:
        text.encode("utf-8")
        return True
    except UnicodeEncodeError:
        return False


def text(part):
    return isinstance(part, str) and is_well_formed(part)


def flag(part):
    return isinstance(part, bool)


def number(part):
    return isinstance(part, (int, float)) and not isinstance(part, bool) and math.isfinite(part)


def is_count(part):
    return isinstance(part, int) and not isinstance(part, bool) and 0 <= part < 2**53


def value(part):
    return True


def one_of(*names):
    return lambda part: isinstance(part, str) and part in names


def nullable(check):
    return lambda part: part is None or check(part)


def list_of(check):
    return lambda part: isinstance(part, list) and all(map(check, part))


def record_of(check):
    return lambda part: isinstance(part, dict) and all(text(key) and check(member) for key, member in part.items())


def object_of(**members):
    """Members that may be left out end in `_`."""
    optional = {name[:-1] for name in members if name.endswith("_")}
    checks = {name.rstrip("_"): check for name, check in members.items()}

    def check(part):
        if not isinstance(part, dict) or part.keys() - checks.keys() or checks.keys() - optional - part.keys():
            return False
        return all(checks[name](member) for name, member in part.items())

    return check


def choice(by, **choices):
    named = {name.replace("_", "-"): members for name, members in choices.items()}
    checks = {name: object_of(**{by: one_of(name)}, **members) for name, members in named.items()}
    return lambda part: isinstance(part, dict) and isinstance(part.get(by), str) and part[by] in checks and checks[part[by]](part)


RUN = object_of(
    id=text,
    agent=nullable(text),
    startedAt=text,
    git=nullable(object_of(commit=text, dirty=flag)),
    versions=record_of(text),
    policies=record_of(text),
    redaction=nullable(object_of(keyId=text, rules=list_of(text))),
    derived_=choice(
        "kind",
        attached={"of": text},
        on_demand={"of": text, "from": text},
        what_if={"of": text, "step": is_count},
        replayed={"of": text, "from": text, "test": text},
        minimized={
            "of": text,
            "seal": nullable(text),
            "signature": text,
            "proof": text,
            "edits": list_of(object_of(by=text, removed=list_of(text))),
            "counts": object_of(replays=is_count, removals=is_count, unresolved=is_count),
        },
    ),
)
RETURNED = {"value": value}
ANSWERED = {"value": value, "frozen_": object_of(whole=list_of(text), alone=list_of(text))}
THREW = {"error": value}
STREAM = one_of("generator", "iterator", "iterable", "web", "web-bytes", "node", "node-text", "node-objects", "parts")
PLAIN_ANSWERS = {how: {} for how in ("exact", "reused", "declared", "live", "example", "null")}

check_event = choice(
    "type",
    run_start={"version": is_count, "run": RUN},
    value={"n": is_count, "value": value},
    run_input={"value": value},
    call_start={
        "step": is_count,
        "parent": nullable(is_count),
        "call": object_of(kind=one_of("tool", "model"), name=text, input=value, effect=flag),
        "atMs": number,
    },
    call_answer={
        "step": is_count,
        "answered": choice("how", **PLAIN_ANSWERS, again={"lent": value}, next_unused={"lent": value}),
        "atMs": number,
    },
    call_end={"step": is_count, "outcome": choice("kind", returned=ANSWERED, threw=THREW, streaming={"stream_": STREAM}), "atMs": number},
    call_chunk={"step": is_count, "value": value, "atMs": number},
    stream_end={
        "step": is_count,
        "end": choice("kind", done={"value_": value}, cancelled={}, interrupted={}, threw=THREW),
        "atMs": number,
    },
    draw={
        "kind": one_of("clock", "performance", "random", "uuid", "bytes", "timer", "environment"),
        "site": text,
        "value": value,
        "atMs": number,
    },
    run_end={"outcome": choice("kind", returned=RETURNED, threw=THREW, interrupted={}), "atMs": number},
    seal={"sha256": text},
)

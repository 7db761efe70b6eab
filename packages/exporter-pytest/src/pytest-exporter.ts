import { defineExporter, type Exporter, type ExportRequest, exportedFrom, toComment } from '@stepfork/export';
import { pythonLiteral } from './python-literal.ts';

/**
 * A test file for pytest that needs nothing but pytest and the `stepfork` command, which replays the case file beside it.
 *
 * In pytest's own words: a violated claim is a failure; a replay that cannot tell is an error of the fixture, named `InconclusiveError`, and so an
 * `error` in JUnit XML.
 */
export const pytestExporter: Exporter = defineExporter({
  name: 'pytest',
  summary: 'a test file for pytest, which calls the command stepfork',
  packages: ['stepfork'],
  command: ['python3', '-m', 'pytest'],
  render: (request) => [{ path: `${moduleName(request.name)}.py`, text: renderTest(request) }],
});

/** As pytest collects it: `test_refund`. A dot would name a module inside a package. */
function moduleName(name: string): string {
  const plain = name.replaceAll('.', '_');
  return plain.startsWith('test_') ? plain : `test_${plain}`;
}

function functionName(name: string): string {
  return moduleName(name).replace(/[^A-Za-z0-9_]/g, '_');
}

function renderTest(request: ExportRequest): string {
  const { title, name, command } = request;
  return [
    // First, since Python takes a comment in the first two lines that speaks of a "coding" for the encoding of the file.
    pythonLiteral(exportedFrom(request), '"""'),
    ...(command === null ? [] : [`# Make it again: ${toComment(command)}`]),
    'import json',
    'import os',
    'import re',
    'import subprocess',
    'from pathlib import Path',
    '',
    'import pytest',
    '',
    `CASE = Path(__file__).resolve().parent / ${pythonLiteral(`${name}.case.json`)}`,
    '',
    '',
    `def ${functionName(name)}(replayed):`,
    `    ${pythonLiteral(title, '"""')}`,
    '    if replayed["verdict"]["kind"] != "pass":',
    '        pytest.fail(printable(replayed["report"]), pytrace=False)',
    '',
    '',
    runner,
  ].join('\n');
}

/** The same in every test: data enters above it only. */
const runner = `@pytest.fixture
def replayed():
    """What \`stepfork replay\` says of the case. An error here is pytest's own word for a test that came to no verdict."""
    run = ask(find_stepfork(), "replay", str(CASE), "--json")
    try:
        answer = json.loads(run.stdout)
    except ValueError:
        raise RuntimeError(f"stepfork gave no answer and ended with {run.returncode}:\\n{printable(run.stderr)}") from None
    if "error" in answer:
        raise RuntimeError(printable("{message}\\n{hint}".format(**answer["error"])))
    if answer["verdict"]["kind"] == "inconclusive":
        raise InconclusiveError(printable(answer["report"]))
    return answer


class InconclusiveError(Exception):
    """The replay cannot tell whether the claim holds: neither a failure of the agent nor a pass."""


def find_stepfork():
    """The command stepfork: in node_modules/.bin upwards, then on PATH. Another tool has the same name, so each is asked who it is."""
    name = "stepfork.cmd" if os.name == "nt" else "stepfork"
    folders = [folder / "node_modules" / ".bin" for folder in CASE.parents]
    folders += [Path(folder) for folder in os.get_exec_path() if folder]
    others = []
    for file in [folder / name for folder in folders]:
        if not file.is_file() or not os.access(file, os.X_OK):
            continue
        try:
            said = ask(file, "--version", timeout=60).stdout
        except (OSError, subprocess.TimeoutExpired):
            said = ""
        if re.match(r"stepfork/\\S+ \\S+ node-v", said):
            return file
        others.append(f" {file} is another tool of that name.")
    raise RuntimeError(f"There is no command stepfork: npm install --save-dev stepfork.{''.join(others)}")


def ask(file, *args, timeout=None):
    # A replay has its own time limit: one of ours would say "failed" where the honest answer is "inconclusive".
    words = [str(file), *args]
    return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace", timeout=timeout)


def printable(text):
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
`;

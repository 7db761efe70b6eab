import { decodeValue } from '@stepfork/trace';
import type { Agent, Answer, Answers, TestCase } from '../test-case.ts';
import type { CaseFile, FileAnswer } from './case-file.ts';

/** The test case that a case file describes. `location` is where the file stands; the agent is loaded by whoever knows how. */
export function testCaseOf(file: CaseFile, location: URL, agent: Agent): TestCase {
  const { claim, policies, answers, stable, ignore, order, timeoutMs, maxCalls } = file;
  return {
    traces: new URL(file.trace.split('/').map(encodeURIComponent).join('/'), location),
    agent,
    claim,
    ...(policies && { policies }),
    ...(answers && { answers: liveAnswers(answers) }),
    ...(stable && { stable }),
    ...(ignore && { ignore }),
    ...(order && { order }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxCalls !== undefined && { maxCalls }),
  };
}

function liveAnswers(answers: NonNullable<CaseFile['answers']>): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([tool, given]) => [tool, Array.isArray(given) ? given.map(liveAnswer) : liveAnswer(given as FileAnswer)]),
  );
}

function liveAnswer(answer: FileAnswer): Answer {
  return { value: decodeValue(answer.value), ...('for' in answer && { for: decodeValue(answer.for) }) };
}

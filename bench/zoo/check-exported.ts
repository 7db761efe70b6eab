import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, parseCaseFile, testCaseOf, type Verdict } from '@stepfork/replay';
import { type WorldLog, zooAgent } from './zoo-agent.ts';
import type { Variant, ZooCase } from './zoo-case.ts';

/** Judges a variant by the exported case file. What the world still saw is added to `log`. */
export async function checkExported({ folder }: ZooCase, variant: Variant, target: string, log: WorldLog): Promise<Verdict> {
  const file = join(target, 'bug.case.json');
  const caseFile = parseCaseFile(JSON.parse(readFileSync(file, 'utf8')), file);
  const { verdict } = await check(testCaseOf(caseFile, pathToFileURL(file), await zooAgent(folder, variant, log)));
  return verdict;
}

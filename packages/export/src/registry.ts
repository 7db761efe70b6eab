import { StepforkError } from '@stepfork/trace';
import type { Exporter } from './exporter.ts';
import { nodeTestExporter } from './exporters/node-test.ts';
import { vitestExporter } from './exporters/vitest.ts';

/** An exporter as it is offered: built in, from a config file or from a plugin, all by this door. */
export interface OfferedExporter {
  /** A value from someone else's module; the registry looks whether it is an exporter. */
  readonly exporter: unknown;
  /** Where it comes from, for people: `built in`, `stepfork.config.ts`, `plugin stepfork-jest`. */
  readonly origin: string;
}

export interface RegisteredExporter {
  readonly exporter: Exporter;
  readonly origin: string;
}

export interface ExporterRegistry {
  /** In the order in which they were offered, the built-in ones first. */
  readonly list: readonly RegisteredExporter[];
  /** @throws StepforkError `STEPFORK_UNKNOWN_EXPORTER`, which lists what is there. */
  get(name: string): Exporter;
}

const builtIn: readonly OfferedExporter[] = [vitestExporter, nodeTestExporter].map((exporter) => ({ exporter, origin: 'built in' }));

/**
 * All exporters by name: the built-in ones and those that are offered.
 *
 * @throws StepforkError `STEPFORK_NOT_AN_EXPORTER` for a value that is none, `STEPFORK_EXPORTER_NAME_TAKEN` for a second one of a name.
 */
export function createExporterRegistry(offered: readonly OfferedExporter[] = []): ExporterRegistry {
  const byName = new Map<string, RegisteredExporter>();
  for (const { exporter, origin } of [...builtIn, ...offered]) {
    const registered = { exporter: asExporter(exporter, origin), origin };
    const { name } = registered.exporter;
    const first = byName.get(name);
    if (first !== undefined) throw nameTaken(name, first.origin, origin);
    byName.set(name, registered);
  }
  const list = [...byName.values()];
  return {
    list,
    get: (name) => {
      const found = byName.get(name);
      if (found === undefined) throw unknownExporter(name, list);
      return found.exporter;
    },
  };
}

const plainName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function asExporter(value: unknown, origin: string): Exporter {
  const problem = whyNotAnExporter(value);
  if (problem === null) return value as Exporter;
  throw new StepforkError('STEPFORK_NOT_AN_EXPORTER', `What ${origin} offers is not an exporter: ${problem}.`, {
    hint: 'An exporter is { name, summary, render }; type it with defineExporter of @stepfork/export.',
  });
}

function whyNotAnExporter(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return `it is ${value === null ? 'null' : `of type ${typeof value}`}`;
  const { name, summary, render, packages = [], command = [], switches = {} } = value as Partial<Record<keyof Exporter, unknown>>;
  if (typeof name !== 'string' || !plainName.test(name)) {
    return `its name ${JSON.stringify(name)} is not made of lower case letters, digits and hyphens`;
  }
  if (typeof summary !== 'string') return `${name} has no summary`;
  if (typeof render !== 'function') return `${name} has no function render`;
  if (!isListOfTexts(packages)) return `the packages of ${name} are no list of texts`;
  if (!isListOfTexts(command)) return `the command of ${name} is no list of texts`;
  if (!areSwitches(switches)) return `the switches of ${name} are no texts by a name in lower case letters, digits and hyphens`;
  return null;
}

function areSwitches(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(([name, about]) => plainName.test(name) && typeof about === 'string');
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function nameTaken(name: string, first: string, second: string): StepforkError {
  return new StepforkError('STEPFORK_EXPORTER_NAME_TAKEN', `Two exporters are named "${name}": one of ${first}, one of ${second}.`, {
    hint: 'Leave one of them out, or give it another name.',
  });
}

function unknownExporter(name: string, list: readonly RegisteredExporter[]): StepforkError {
  const known = list.map(({ exporter, origin }) => `${exporter.name} (${origin})`).join(', ');
  return new StepforkError('STEPFORK_UNKNOWN_EXPORTER', `There is no exporter "${name}".`, { hint: `There are: ${known}.` });
}

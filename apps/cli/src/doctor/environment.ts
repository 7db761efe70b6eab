import { createRequire } from 'node:module';
import { findPackage } from '../sdks/find-package.ts';

/** What stepfork runs on, and with. */
export interface Environment {
  readonly node: { readonly version: string; readonly needs: string; readonly fits: boolean };
  readonly stepfork: string;
  /** The packages of Stepfork that code in the folder gets. */
  readonly packages: readonly StepforkPackage[];
}

export interface StepforkPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** It has the version of this command. */
  readonly fits: boolean;
}

const names = [
  'stepfork',
  ...['trace', 'interceptor', 'http', 'register', 'ai-sdk', 'openai-agents', 'langchain', 'mcp'].map((name) => `@stepfork/${name}`),
  ...['replay', 'minimize', 'export', 'exporter-jest', 'exporter-pytest', 'score', 'score-source'].map((name) => `@stepfork/${name}`),
];

export function environmentOf(folder: string, node: string = process.versions.node): Environment {
  const own = createRequire(import.meta.url)('../../package.json') as {
    readonly version: string;
    readonly engines: { readonly node: string };
  };
  return {
    node: { version: node, needs: own.engines.node, fits: isAtLeast(node, own.engines.node.replace('>=', '')) },
    stepfork: own.version,
    packages: names.flatMap((name) => {
      const found = findPackage(name, folder);
      return found === null ? [] : [{ name, version: found.version, folder: found.folder, fits: found.version === own.version }];
    }),
  };
}

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = numbers(version);
  const [leastMajor = 0, leastMinor = 0] = numbers(least);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number);
}

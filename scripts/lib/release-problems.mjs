/**
 * What does not agree in a release, in sentences; nothing where all does.
 *
 * @param {{ versions: Readonly<Record<string, string>>, changelog: string, readme: string, tags: readonly string[], tag: string | null }} release
 *   `versions`: of each package by its name, the workspace first; `tags`: all that there are; `tag`: the one that is being released
 */
export function releaseProblems({ versions, changelog, readme, tags, tag }) {
  const [[, version] = ['', '']] = Object.entries(versions);
  const problems = [];
  for (const [name, other] of Object.entries(versions))
    if (other !== version) problems.push(`${name} has version ${other}, the workspace ${version}.`);
  const heading = /^## (.*)$/m.exec(changelog)?.[1] ?? '';
  const [, noted, state] = /^(\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$/.exec(heading) ?? [];
  if (noted !== version)
    problems.push(`CHANGELOG.md begins with "${heading}", where "${version} (unreleased)" or "${version} (<date>)" is due.`);
  const released = state !== undefined && state !== 'unreleased';
  for (const [word, named] of readme.matchAll(/(?:@stepfork\/[a-z-]+|(?<![\w/])stepfork)@(\d[\w.-]*\w)/g))
    if (named !== version) problems.push(`README.md installs ${word}, and the version is ${version}.`);
  if (!new RegExp(`^${version.replaceAll('.', '\\.')}\\b`, 'm').test(readme))
    problems.push(`README.md does not say under "Status" that this is ${version}.`);
  const installs = /npm install --save-dev (?!\/)[^\n]*\bstepfork\b/.test(readme);
  const unpublished = readme.includes('not yet published');
  if (released && (unpublished || !installs))
    problems.push(`${version} has a date in CHANGELOG.md, and README.md does not install it from the registry.`);
  if (!released && !unpublished) problems.push(`${version} is unreleased, and README.md does not say "not yet published".`);
  if (tag !== null && tag !== `v${version}`) problems.push(`The tag is ${tag}, and the version is ${version}: it has to be v${version}.`);
  if (tag !== null && !released) problems.push(`${tag} is tagged, and CHANGELOG.md calls ${version} unreleased.`);
  if (!released && tag === null && tags.includes(`v${version}`))
    problems.push(`There is a tag v${version}, and CHANGELOG.md calls ${version} unreleased.`);
  return problems;
}

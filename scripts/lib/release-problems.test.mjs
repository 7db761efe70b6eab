import { expect, it } from 'vitest';
import { releaseProblems } from './release-problems.mjs';

const unreleased = {
  versions: { workspace: '1.2.0', stepfork: '1.2.0', '@stepfork/trace': '1.2.0' },
  changelog: '# Changelog\n\n## 1.2.0 (unreleased)\n\n## 1.1.0 (2026-01-01)\n',
  readme: '## Status\n1.2.0, not yet published to a registry.\n',
  tags: ['v1.1.0'],
  tag: null,
};
const released = {
  ...unreleased,
  changelog: '# Changelog\n\n## 1.2.0 (2026-03-01)\n',
  readme: 'npm install --save-dev stepfork@1.2.0 @stepfork/replay@1.2.0\n## Status\n1.2.0.\n',
  tags: ['v1.1.0', 'v1.2.0'],
  tag: 'v1.2.0',
};

it.each([
  ['is not released', unreleased],
  ['is released', released],
])('nothing is wrong where all agree: one that %s', (_, release) => {
  expect(releaseProblems(release)).toEqual([]);
});

it.each([
  [
    'a package of another version',
    unreleased,
    { versions: { ...unreleased.versions, '@stepfork/trace': '1.1.0' } },
    /@stepfork\/trace has version 1\.1\.0/,
  ],
  ['a changelog of another version', unreleased, { changelog: '## 1.1.0 (2026-01-01)' }, /CHANGELOG\.md begins with "1\.1\.0/],
  ['a changelog without a state', unreleased, { changelog: '## 1.2.0' }, /CHANGELOG\.md begins with "1\.2\.0"/],
  [
    'an install line of another version',
    released,
    { readme: released.readme.replace('stepfork@1.2.0', 'stepfork@1.1.0') },
    /installs stepfork@1\.1\.0/,
  ],
  [
    'an install line of another version of a package',
    released,
    { readme: released.readme.replace('replay@1.2.0', 'replay@1.1.0') },
    /@stepfork\/replay@1\.1\.0/,
  ],
  ['a status of another version', unreleased, { readme: '1.1.0, not yet published' }, /does not say under "Status"/],
  ['a release that the README does not install', released, { readme: unreleased.readme }, /does not install it from the registry/],
  ['a README that calls published what is not', unreleased, { readme: released.readme }, /does not say "not yet published"/],
  ['a tag of another version', released, { tag: 'v1.1.0' }, /The tag is v1\.1\.0/],
  ['a tag of what is not released', unreleased, { tag: 'v1.2.0' }, /calls 1\.2\.0 unreleased/],
  ['a tag that was set too early', unreleased, { tags: ['v1.2.0'] }, /There is a tag v1\.2\.0/],
])('%s is named', (_, release, change, problem) => {
  expect(releaseProblems({ ...release, ...change })).toContainEqual(expect.stringMatching(problem));
});

import { afterEach, expect, test, vi } from 'vitest';
import { metPackages } from './met-packages.ts';
import { moduleSlot } from './module-slot.ts';

afterEach(() => {
  vi.restoreAllMocks();
  moduleSlot().patches.length = 0;
});

test('a patch that throws is named once, its package counts as not met, and the program gets the module as it is', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const target = { package: 'some-sdk', from: '1.0.0', names: ['run'] };
  moduleSlot().patches.push(
    { ...target, entry: '.', patch: () => ({ run: 'patched' }) },
    {
      ...target,
      entry: './tools',
      patch({ missing }) {
        return { run: (missing as { readonly prototype: unknown }).prototype };
      },
    },
  );
  expect(moduleSlot().replaced([0], { run: 'own' })).toEqual({ run: 'patched' });
  expect(metPackages()).toEqual(['some-sdk']);
  expect(moduleSlot().replaced([1], { run: 'own' })).toEqual({ run: 'own' });
  expect(moduleSlot().replaced([1], { run: 'another copy' })).toEqual({ run: 'another copy' });
  expect(metPackages()).toEqual([]);
  expect(warned.mock.calls.map(([text]) => text)).toEqual([
    "Stepfork does not meet some-sdk, so tools that it runs are not recorded: Cannot read properties of undefined (reading 'prototype')",
  ]);
});

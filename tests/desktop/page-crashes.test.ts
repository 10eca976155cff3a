import { expect, test } from 'vitest';
import { countPageCrashes } from '../../electron/desktop/index.ts';

test('a page that crashes is loaded again; after a second crash within a minute a person is asked', () => {
  let now = 0;
  const after = countPageCrashes(() => now);
  expect(after('crashed')).toBe('load');
  now = 59_000;
  expect(after('oom')).toBe('ask');
  now = 130_000;
  expect(after('killed')).toBe('load');
});

test('closing the page is not a crash', () => {
  const after = countPageCrashes(() => 0);
  expect(after('clean-exit')).toBe('nothing');
  expect(after('crashed')).toBe('load');
});

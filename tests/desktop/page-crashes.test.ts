import { expect, test } from 'vitest';
import { countPageCrashes } from '../../electron/desktop/index.ts';

test('a page that crashes is reloaded once; a second crash within a minute shows the crash page', () => {
  let now = 0;
  const after = countPageCrashes(() => now);
  expect(after('crashed')).toBe('reload');
  now = 59_000;
  expect(after('oom')).toBe('tell');
  now = 130_000;
  expect(after('killed')).toBe('reload');
});

test('closing the page is not a crash', () => {
  const after = countPageCrashes(() => 0);
  expect(after('clean-exit')).toBe('nothing');
  expect(after('crashed')).toBe('reload');
});

import { expect, test } from 'vitest';
import { countPageCrashes } from '../../electron/desktop/index.ts';

test('a page that ends is opened again once; a second end within a minute is told instead', () => {
  let now = 0;
  const after = countPageCrashes(() => now);
  expect(after('crashed')).toBe('reload');
  now = 59_000;
  expect(after('oom')).toBe('tell');
  now = 130_000;
  expect(after('killed')).toBe('reload');
});

test('a page that was closed is no crash', () => {
  const after = countPageCrashes(() => 0);
  expect(after('clean-exit')).toBe('nothing');
  expect(after('crashed')).toBe('reload');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkOfView, viewOfArguments, viewOfLink } from '../../electron/desktop/before-ready/index.ts';

const name = fc.stringMatching(/^[a-z][a-z_]{0,20}$/);
const value = fc.string({ unit: fc.constantFrom(...'abcYZ019.,:_+-*/()%&=?# é€'), maxLength: 60 });

test('a link is read back as the view that it was made from', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 12, noNullPrototype: true }), (parameters) => {
      const view = viewOfLink(linkOfView(parameters));
      expect(view).toBeDefined();
      const url = new URL(view as string, 'app://bundle');
      expect([url.pathname, url.hash]).toEqual(['/explore', '']);
      expect(Object.fromEntries(url.searchParams)).toEqual(parameters);
    }),
  );
});

test('a link opens Explore or nothing, whatever it contains', () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl().map((url) => url.replace(/^https?/, 'almanac')),
    fc.string().map((rest) => `almanac://view${rest}`),
    fc.string().map((rest) => `almanac://view?${rest}`),
  );
  fc.assert(
    fc.property(text, (link) => {
      const view = viewOfLink(link);
      if (view === undefined) return;
      const { protocol, host, pathname } = new URL(`app://bundle${view}`);
      expect([protocol, host, pathname]).toEqual(['app:', 'bundle', '/explore']);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['almanac://view?series=us_debt.total&range=5Y', '/explore?series=us_debt.total&range=5Y'],
  ['almanac://view/?series=a,b', '/explore?series=a%2Cb'],
  ['ALMANAC://view?range=Max', '/explore?range=Max'],
  ['almanac://view', '/explore'],
  ['almanac://data?series=a', undefined],
  ['almanac://view.evil.test?series=a', undefined],
  ['almanac://view@evil.test?series=a', undefined],
  ['almanac://view/../data', undefined],
  ['almanac://view?series=a&series=b', undefined],
  ['almanac://view?__proto__=a', undefined],
  ['almanac://view?series=a%00b', undefined],
  ['almanac://view?series=a%0d%0ab', undefined],
  ['almanac://view?series=%ff', undefined],
  ['almanac://view?series=a#top', undefined],
  ['https://view?series=a', undefined],
  ['--series', undefined],
  [`almanac://view?series=${'a'.repeat(5_000)}`, undefined],
])('%s opens %s', (link, view) => {
  expect(viewOfLink(link)).toBe(view);
});

test('the first link among the arguments of a program counts', () => {
  expect(viewOfArguments(['--inspect=0', '.', 'almanac://nothing', 'almanac://view?range=1Y'])).toBe(
    '/explore?range=1Y',
  );
  expect(viewOfArguments(['--data-dir', 'x'])).toBeUndefined();
});

import { expect, it } from 'vitest';
import { headingText, LONGEST_HEADING } from '../../service/view/heading.ts';
import { readView } from '../../service/view/index.ts';
import { TODAY } from './some-source.ts';

/** A heading in the user's own words: one line that every image and workbook can hold. */

it.each([
  ['a'.repeat(LONGEST_HEADING + 1), 'a'.repeat(LONGEST_HEADING)],
  // Of signs of two units each, none is cut in two.
  ['😀'.repeat(LONGEST_HEADING + 1), '😀'.repeat(LONGEST_HEADING)],
  [`${'a'.repeat(LONGEST_HEADING - 1)} b`, 'a'.repeat(LONGEST_HEADING - 1)],
  [' a \t\n b ', 'a b'],
  ['a\u0000\u001fb\u007fc\u009fd', 'a b c d'],
  ['a\u202ab\u202ec\u2066d\u2069e', 'a b c d e'],
  ['a\ufffeb\uffffc', 'a b c'],
  ['a\ud800b', 'a\ufffdb'],
  ['\u0020\u00a0\u2069', undefined],
  ['', undefined],
])('%j is shown as %j', (text, shown) => {
  expect(headingText(text)).toBe(shown);
});

it('is of two parts, each by itself', () => {
  const heading = (search: { title?: string; subtitle?: string }) => readView(search, TODAY).view.heading;
  expect(LONGEST_HEADING).toBe(200);
  expect(heading({ title: ' T ' })).toEqual({ title: 'T' });
  expect(heading({ subtitle: ' S ' })).toEqual({ subtitle: 'S' });
  expect(heading({ title: '\u2067', subtitle: 'S' })).toEqual({ subtitle: 'S' });
});

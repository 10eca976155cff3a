import { expect, it } from 'vitest';
import { splitDates } from '../../../renderer/explore/series-details.tsx';

it('finds the dates in a text and keeps all of the text', () => {
  const text =
    '3 missing weeks: 2012-10-30, 2014-01 to 2014-02; 1990–2026. Quits rate: 4-week average of 1,000-2,000.';
  const parts = splitDates(text);
  expect(parts.join('')).toBe(text);
  expect(parts.filter((_, i) => i % 2 === 1)).toEqual(['2012-10-30', '2014-01', '2014-02', '1990–2026']);
});

import { expect, test } from 'vitest';
import { explainLine } from '../../../renderer/explain/explain-line.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { parseSeriesId, type SeriesChoice } from '../../../service/datasets/series-choice.ts';
import type { PublishedColumn } from '../../../service/view/types.ts';

function column(id: string, entries: readonly (readonly [string, string])[]): PublishedColumn {
  return {
    id,
    choice: parseSeriesId(id) as SeriesChoice,
    days: Int32Array.from(entries, ([date]) => dayNumber(date) as number),
    values: entries.map(([, value]) => value),
    numbers: Float64Array.from(entries, ([, value]) => Number(value)),
  };
}

test('a spread is explained by its two yields, which were published', () => {
  const [spread, long, short] = ['yields.US10Y_US2Y', 'yields.US10Y', 'yields.US2Y'] as const;
  const columns = [
    column(spread, [['2025-03-07', '-0.02']]),
    column(long, [
      ['2025-03-06', '4.29'],
      ['2025-03-07', '4.32'],
    ]),
    column(short, [['2025-03-07', '4.34']]),
  ];
  const { view } = parseView({ series: spread });
  const range = { from: '1990-01-01', to: '2040-12-31' };
  const explain = (line: string, date: string) => explainLine({ view, columns, range }, line, date);
  const node = explain(spread, '2025-03-07');
  expect(node).toMatchObject({ value: '-0.02', formula: 'US10Y − US2Y', numbers: '4.32 − 4.34 = -0.02' });
  expect(node?.published).toBeUndefined();
  expect(node?.parts().map(({ value, published }) => [published?.code, value])).toEqual([
    ['US10Y', '4.32'],
    ['US2Y', '4.34'],
  ]);
  expect(explain(spread, '2025-03-06')).toMatchObject({
    value: undefined,
    words: 'No value: US2Y has none on this day',
  });
});

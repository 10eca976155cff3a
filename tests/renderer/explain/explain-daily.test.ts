import { expect, test } from 'vitest';
import { explainLine } from '../../../renderer/explain/explain-line.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { parseSeriesId, type SeriesChoice } from '../../../service/datasets/series-choice.ts';
import type { ViewSearch } from '../../../service/view/address.ts';
import type { PublishedColumn } from '../../../service/view/types.ts';

/** Values of daily series, which skip weekends and holidays: here 2024-11-28, Thanksgiving. */

const TEN = 'yields.US10Y';
const TWO = 'yields.US2Y';
const column = (id: string, ...rows: string[]): PublishedColumn => {
  const values = rows.map((row) => row.split(' ')[1] as string);
  return {
    id,
    choice: parseSeriesId(id) as SeriesChoice,
    days: Int32Array.from(rows, (row) => dayNumber(row.slice(0, 10)) as number),
    values,
    numbers: Float64Array.from(values, Number),
  };
};
const ten = column(
  TEN,
  '2024-11-25 4.27',
  '2024-11-26 4.30',
  '2024-11-27 4.25',
  '2024-11-29 4.18',
  '2024-12-02 4.19',
);

/** @returns what explains a value of a view of two series. */
function explaining(search: ViewSearch, two: PublishedColumn) {
  const { view } = parseView(search);
  const range = { from: '1990-01-01', to: '2040-12-31' };
  return (line: string, date: string) => explainLine({ view, columns: [ten, two], range }, line, date);
}

test('daily values are explained by the observations before them, over holidays', () => {
  const two = column(TWO, '2024-11-27 4.19', '2024-12-02 4.17');
  const explain = explaining(
    { series: `${TEN}:ma3,${TWO}:chg`, formulas: 'ma(a,2)-lag(a,1),ma(b,3),ma(a-b,2)' },
    two,
  );
  const told = (line: string, date: string) => {
    const node = explain(line, date);
    return [node?.words, node?.numbers, node?.parts().map((part) => `${part.date} ${part.value}`)];
  };
  expect(told(TEN, '2024-11-29')).toEqual([
    'Average of this observation and the 2 before it',
    '(4.30 + 4.25 + 4.18) ÷ 3 = 4.24',
    ['2024-11-26 4.30', '2024-11-27 4.25', '2024-11-29 4.18'],
  ]);
  expect(told(TEN, '2024-11-26')).toEqual([
    'No average: only 2 of its 3 observations are there without a hole of more than 7 days',
    '',
    ['2024-11-25 4.27', '2024-11-26 4.30'],
  ]);
  expect(explain(TWO, '2024-12-02')).toMatchObject({
    value: '-0.02',
    unit: 'pp',
    numbers: '4.17 − 4.19 = -0.02',
  });
  expect(told(TWO, '2024-12-02')[0]).toBe('Change; the value before lies 1 observation back');
  expect(told(TWO, '2024-11-27')[0]).toBe(
    'No value: there is no observation on 2024-11-26 or in the 7 days before, which it is compared with',
  );
});

test('a formula of daily values shows which it takes: those that ma and lag count', () => {
  const two = column(TWO, '2024-11-26 4.25', '2024-11-27 4.19', '2024-12-02 4.17');
  const explain = explaining(
    { series: `${TEN},${TWO}`, formulas: 'ma(a,2)-lag(a,2),ma(a-b,2),ma(b,9)' },
    two,
  );
  const told = (line: string, date: string) => {
    const node = explain(line, date);
    return [node?.numbers, node?.parts().map((part) => `${part.label[0]} ${part.date} ${part.value}`)];
  };
  expect(told('=ma(a,2)-lag(a,2)', '2024-11-29')).toEqual([
    '(4.25 + 4.18) ÷ 2 - 4.30 = -0.08500',
    ['a 2024-11-26 4.30', 'a 2024-11-27 4.25', 'a 2024-11-29 4.18'],
  ]);
  // The day on which b has none is no value of a - b.
  expect(told('=ma(a-b,2)', '2024-12-02')).toEqual([
    '(4.25 - 4.19 + (4.19 - 4.17)) ÷ 2 = 0.04000',
    ['a 2024-11-27 4.25', 'a 2024-12-02 4.19', 'b 2024-11-27 4.19', 'b 2024-12-02 4.17'],
  ]);
  expect(explain('=ma(b,9)', '2024-12-02')?.words).toBe(
    'No value: it takes more observations than there are without a hole of more than 7 days',
  );
});

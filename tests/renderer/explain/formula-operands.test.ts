import { expect, test } from 'vitest';
import { explainLine } from '../../../renderer/explain/explain-line.ts';
import type { NumberNode } from '../../../renderer/explain/types.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { parseSeriesId, type SeriesChoice } from '../../../service/datasets/series-choice.ts';

const QUITS = 'jolts.quits_level_sa';

test('a value of functions shows each value that it takes, with its day, and the calculation with its numbers', () => {
  const { view } = parseView({ series: QUITS, formulas: 'ma(a,3)-lag(a,2),ma(a,9),max(a,0)' });
  const values = ['10', '20', '60', '-30', '50'];
  // May has no value.
  const days = ['01', '02', '03', '04', '06'].map((month) => dayNumber(`2019-${month}-01`) as number);
  const choice = parseSeriesId(QUITS) as SeriesChoice;
  const numbers = Float64Array.from(values, Number);
  const columns = [{ id: QUITS, choice, days: Int32Array.from(days), values, numbers }];
  const range = { from: '2019-01-01', to: '2019-12-31' };
  const explain = (line: string, date: string) => explainLine({ view, columns, range }, line, date);
  const node = explain('=ma(a,3)-lag(a,2)', '2019-04-01') as NumberNode;
  expect(node.numbers).toBe('(20 + 60 + (-30)) ÷ 3 - 20 = -3.33333');
  expect(node.formula).toBe('ma(a, 3) - lag(a, 2)');
  expect(node.parts().map(({ date, value }) => `${date} ${value}`)).toEqual([
    '2019-02-01 20',
    '2019-03-01 60',
    '2019-04-01 -30',
  ]);
  expect(explain('=max(a,0)', '2019-04-01')?.numbers).toBe('max((-30); 0) = 0');
  const none = explain('=ma(a,3)-lag(a,2)', '2019-06-01') as NumberNode;
  expect(none.words).toBe('No value: a has none of a period that the formula takes, 2019-05 first');
  expect(explain('=ma(a,9)', '2019-06-01')?.parts()).toHaveLength(9);
});

test.each([
  // Each average takes 500 values of the one in it: 500 to the power of 20 ways.
  [`${'ma('.repeat(20)}a${',500)'.repeat(20)}`, 'Formula of more values than can be listed'],
  // 99,999 values, most of them of no period.
  ['ma(a,99999)', 'Formula of more values than can be listed'],
  [`${'ma('.repeat(30)}a${',1)'.repeat(30)}`, 'Formula of the lines below'],
])('%s is explained at once', (text, words) => {
  const { view } = parseView({ series: QUITS, formulas: text });
  const choice = parseSeriesId(QUITS) as SeriesChoice;
  const days = Int32Array.from([dayNumber('2019-01-01') as number]);
  const columns = [{ id: QUITS, choice, days, values: ['10'], numbers: Float64Array.of(10) }];
  const range = { from: '2019-01-01', to: '2019-12-31' };
  expect(explainLine({ view, columns, range }, `=${text}`, '2019-01-01')?.words).toBe(words);
});

test('averages in an average are written out only where few numbers come of it', () => {
  const numbers = (formula: string) => {
    const { view } = parseView({ series: QUITS, formulas: formula });
    const choice = parseSeriesId(QUITS) as SeriesChoice;
    const months = Array.from(
      { length: 30 },
      (_, i) => `${2019 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`,
    );
    const days = Int32Array.from(months, (month) => dayNumber(month) as number);
    const values = months.map(() => '10');
    const columns = [{ id: QUITS, choice, days, values, numbers: Float64Array.from(values, Number) }];
    const range = { from: '2019-01-01', to: '2021-12-31' };
    return explainLine({ view, columns, range }, `=${formula}`, '2021-06-01')?.numbers;
  };
  expect(numbers('ma(ma(a,2),2)')).toBe('((10 + 10) ÷ 2 + (10 + 10) ÷ 2) ÷ 2 = 10.00000');
  expect(numbers(`${'ma('.repeat(8)}a${',3)'.repeat(8)}`)).toBe('(mean of 3 values) = 10.00000');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainLine } from '../../../renderer/explain/explain-line.ts';
import type { NumberNode } from '../../../renderer/explain/types.ts';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { dateText, dayNumber } from '../../../service/calendar/dates.ts';
import { AGGREGATIONS, FREQUENCIES, UNITS } from '../../../service/series-math/fred-codes.ts';
import type { ViewSearch } from '../../../service/view/address.ts';
import { linesOf } from '../../../service/view/lines.ts';
import type { PublishedColumn } from '../../../service/view/types.ts';
import { column as columnOf, months as monthsOf, weeks as weeksOf } from '../../view/some-columns.ts';

const QUITS = 'jolts.quits_level_sa';
const HIRES = 'jolts.hires_level_sa';
const CLAIMS = 'ui_weekly_claims.initial_claims_sa';
const TEN = 'yields.US10Y';
const TWO = 'yields.US2Y';
const WHOLE = { from: '1990-01-01', to: '2040-12-31' };

const column = (id: string, entries: readonly (readonly [string, string])[]) =>
  columnOf(
    id,
    entries.map(([date]) => date),
    entries.map(([, value]) => value),
  );
/** A column of texts such as '2024-11-25 4.27'. */
const rows = (id: string, ...texts: string[]) =>
  column(
    id,
    texts.map((text) => text.split(' ') as [string, string]),
  );
const counted = (count: number, from: number) => Array.from({ length: count }, (_, i) => String(from + i));

const monthOf = (i: number) => MONTHS[i] as string;
const MONTHS = monthsOf(2019, 48);
const WEEKS = weeksOf('2019-01-05', 200);
/** Weekdays; those without a value are holidays. */
const workingDayOf = (i: number) =>
  dateText((dayNumber('2018-01-01') as number) + Math.floor(i / 5) * 7 + (i % 5));
const weekOf = (i: number) => WEEKS[i] as string;

/** @returns the lines of a view of two series, and the explanation of one of their numbers. */
function shown(search: ViewSearch, columns: readonly PublishedColumn[]) {
  const { view } = parseView(search);
  const explain = (line: string, date: string) => explainLine({ view, columns, range: WHOLE }, line, date);
  return { lines: linesOf(view, columns, WHOLE), explain };
}

const value = fc.oneof(
  fc.integer({ min: 1, max: 999_999 }).map(String),
  fc.constantFrom('0', '-12.5', '100.10', '7.250'),
);
/** Values, some of them missing. */
const values = (count: number) =>
  fc.array(fc.option(value, { nil: undefined, freq: 12 }), { minLength: count, maxLength: count });
const entries = (dates: (i: number) => string, texts: readonly (string | undefined)[]) =>
  texts.flatMap((text, i) => (text === undefined ? [] : [[dates(i), text] as const]));

const search = fc.record({
  units: fc.constantFrom(...UNITS),
  own: fc.constantFrom('', ...UNITS.map((units) => `:${units}`)),
  frequency: fc.option(fc.constantFrom(...FREQUENCIES), { nil: undefined }),
  aggregation: fc.option(fc.constantFrom(...AGGREGATIONS), { nil: undefined }),
  average: fc.constantFrom('', ':ma3', ':q', ':sa:eop', ':own:2019-06-10'),
  ofChart: fc.constantFrom(undefined, '2', '5'),
  ofFormula: fc.constantFrom('', ':q', ':a:eop'),
  formula: fc.constantFrom(...'b/a (a-b)*2 b-b a/(b-b) a^2 ma(a,3)-lag(b,1) max(ln(a),b)'.split(' ')),
});

/** A monthly and a weekly series, or two daily ones with holidays of their own. */
const columnsOf = (months: number, weeks: number, days: number) =>
  fc.oneof(
    fc
      .tuple(values(months), values(weeks))
      .map(([a, b]) => [column(QUITS, entries(monthOf, a)), column(CLAIMS, entries(weekOf, b))]),
    fc
      .tuple(values(days), values(days))
      .map(([a, b]) => [column(TEN, entries(workingDayOf, a)), column(TWO, entries(workingDayOf, b))]),
  );

function everyPart(node: NumberNode): NumberNode[] {
  return [node, ...node.parts().flatMap(everyPart)];
}

test('the explanation of any line has the drawn number, and ends at published values', () => {
  fc.assert(
    fc.property(columnsOf(40, 150, 160), search, fc.nat(), (columns, asked, at) => {
      const [first, second] = columns.map(({ id }) => id);
      const published = new Set(
        columns.flatMap(({ id, days, values }) =>
          values.map((text, i) => `${id} ${dateText(days[i] as number)} ${text}`),
        ),
      );
      const { units, own, frequency, aggregation, average, formula, ofChart, ofFormula } = asked;
      const { lines, explain } = shown(
        {
          series: `${first}${average},${second}${own}`,
          formulas: `${formula}${own}${ofFormula}`,
          units,
          ...(ofChart && { average: ofChart }),
          ...(frequency && { frequency }),
          ...(aggregation && { aggregation }),
        },
        columns,
      );
      for (const line of lines) {
        const place = at % Math.max(1, line.column.days.length);
        const day = line.column.days[place];
        if (day === undefined) continue;
        const node = explain(line.id, dateText(day)) as NumberNode;
        expect([node.value, node.unit, node.date]).toEqual([
          line.column.values[place],
          line.unit,
          dateText(day),
        ]);
        for (const part of everyPart(node)) {
          const parts = part.parts();
          if (part.published)
            expect(published).toContain(
              `${part.published.dataset}.${part.published.code} ${part.date} ${part.value}`,
            );
          else expect(parts.length).toBeGreaterThan(0);
          for (const { value } of parts) expect(value).toBeDefined();
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('a day on which nothing is drawn has no value, and the explanation gives the reason if it is known', () => {
  fc.assert(
    fc.property(columnsOf(30, 120, 120), search, fc.nat({ max: 900 }), (columns, asked, later) => {
      const [first, second] = columns.map(({ id }) => id);
      const { units, frequency, average, formula } = asked;
      const { lines, explain } = shown(
        {
          series: `${first}${average},${second}`,
          formulas: formula,
          units,
          ...(frequency && { frequency }),
        },
        columns,
      );
      for (const line of lines)
        for (const day of [
          (dayNumber('2019-01-01') as number) + later,
          dayNumber(monthOf(later % 30)) as number,
        ]) {
          if (line.column.days.includes(day)) continue;
          const node = explain(line.id, dateText(day));
          expect(node?.value).toBeUndefined();
          expect(node?.words).toMatch(/^No (value|observation|average)/);
        }
    }),
    { numRuns: 60 },
  );
});

test('a day within a period is not explained by the value of the period, which has another date', () => {
  const columns = [column(QUITS, YEARS)];
  expect(shown({ series: QUITS }, columns).explain(QUITS, '2019-01-15')?.words).toBe('No observation');
  const quarters = shown({ series: QUITS, frequency: 'q' }, columns);
  expect(quarters.explain(QUITS, '2019-02-01')?.words).toBe('No value: its period is dated 2019-01-01');
});

const YEARS = entries(
  monthOf,
  counted(14, 200).map((text, i) => (i === 3 ? undefined : text)),
);

test('a change from a year ago shows its formula with the numbers, and the two observations behind it', () => {
  const { explain } = shown({ series: QUITS, units: 'pc1' }, [column(QUITS, YEARS)]);
  const node = explain(QUITS, '2020-02-01');
  expect(node).toMatchObject({
    label: 'Quits, level, SA',
    value: '5.97015',
    unit: '%',
    words: 'Percent change from year ago; compared with 12 months earlier',
    formula: '(x(t) ÷ x(t−n) − 1) × 100',
    numbers: '(213 ÷ 201 − 1) × 100 = 5.97015',
  });
  expect(node?.parts()).toMatchObject([
    { label: 'The value', date: '2020-02-01', value: '213', words: 'As published', unit: 'thousands' },
    { label: '12 months before', date: '2019-02-01', value: '201', words: 'As published' },
  ]);
  expect(explain(QUITS, '2019-06-01')?.words).toBe(
    'No value: there is no observation of 2018-06 to compare with',
  );
});

test('a quarter shows its months, a moving average its members, and a gap is named', () => {
  const columns = [column(QUITS, YEARS)];
  const quarter = shown({ series: QUITS, frequency: 'q', aggregation: 'avg' }, columns).explain(
    QUITS,
    '2019-01-01',
  );
  expect(quarter).toMatchObject({
    period: '2019 Q1',
    value: '201',
    words: 'Average of 3 monthly values',
    numbers: '(200 + 201 + 202) ÷ 3 = 201',
  });
  expect(quarter?.parts().map((part) => part.value)).toEqual(['200', '201', '202']);
  const { explain } = shown({ series: `${QUITS}:ma3` }, columns);
  expect(explain(QUITS, '2019-03-01')).toMatchObject({
    value: '201',
    words: 'Average of this month and the 2 before it',
    numbers: '(200 + 201 + 202) ÷ 3 = 201',
  });
  expect(explain(QUITS, '2019-05-01')?.words).toBe(
    'No average: 1 of its 3 months has no value, 2019-04 first',
  );
});

test('a formula shows the value of each letter, and how weeks were aggregated to months', () => {
  const columns = [column(QUITS, YEARS), column(CLAIMS, entries(weekOf, counted(9, 100)))];
  const { explain } = shown({ series: `${QUITS},${CLAIMS}`, formulas: 'b/a*2' }, columns);
  const node = explain('=b/a*2', '2019-01-01');
  expect(node).toMatchObject({
    value: '1.01500',
    words: 'Formula of the lines below',
    formula: 'b / a * 2',
    numbers: '101.5 ÷ 200 × 2 = 1.01500',
  });
  expect(node?.parts()).toMatchObject([
    { label: 'a: Quits, level, SA', value: '200', words: 'As published' },
    {
      label: 'b: Initial claims, SA',
      value: '102',
      words: 'Average of 4 weekly values, to match the other lines’ frequency',
    },
  ]);
  expect(node?.parts()[1]?.parts()).toHaveLength(4);
  expect(explain('=b/a*2', '2019-04-01')?.words).toMatch(/^No value: a/);
});

test('a negative number is written in parentheses within a formula', () => {
  const columns = [column(QUITS, [['2019-01-01', '-1250.5']]), column(HIRES, [['2019-01-01', '-5']])];
  const { explain } = shown({ series: `${QUITS},${HIRES}`, formulas: 'a-b' }, columns);
  expect(explain('=a-b', '2019-01-01')?.numbers).toBe('(-1,250.5) - (-5) = -1,245.5');
});

test('a formula of transformed weeks shows that they were aggregated first: frequency, then units, then formula', () => {
  const columns = [column(QUITS, YEARS), column(CLAIMS, entries(weekOf, counted(60, 100)))];
  const { explain } = shown({ series: `${QUITS},${CLAIMS}:pc1`, formulas: 'b+a-a' }, columns);
  const letter = explain('=b+a-a', '2020-01-01')?.parts()[1];
  // 153.5 and 101.5 are the exact averages of weeks 53 to 56 and 1 to 4; a line shows whole numbers.
  expect(letter).toMatchObject({
    label: 'b: Initial claims, SA',
    numbers: '(153.5 ÷ 101.5 − 1) × 100 = 51.23153',
    words:
      'Percent change from year ago; compared with 12 months earlier (of monthly values, first aggregated to match the other lines)',
  });
  expect(letter?.parts()).toMatchObject([
    {
      value: '154',
      words: 'Average of 4 weekly values',
      numbers: '(152 + 153 + 154 + 155) ÷ 4 = 153.5, shown as 154',
    },
    {
      value: '102',
      words: 'Average of 4 weekly values',
      numbers: '(100 + 101 + 102 + 103) ÷ 4 = 101.5, shown as 102',
    },
  ]);
});

test('endless decimals are cut off, many values are replaced by their sum, and moving averages use unrounded averages', () => {
  const months = entries(monthOf, '200 200 201 201 201 203 200 200 201 201 201 201'.split(' '));
  const squares = Array.from({ length: 26 }, (_, i) => String(1000 + i * i));
  const columns = [column(QUITS, months), column(CLAIMS, entries(weekOf, squares))];
  const { explain } = shown({ series: `${QUITS}:avg:ma2,${CLAIMS}:avg`, frequency: 'q' }, columns);
  expect(explain(CLAIMS, '2019-01-01')?.numbers).toBe('13,650 ÷ 13 = 1,050');
  const average = explain(QUITS, '2019-04-01');
  expect(average?.numbers).toBe('(200.333333333… + 201.666666666…) ÷ 2 = 201');
  expect(average?.parts()[0]?.numbers).toBe('(200 + 200 + 201) ÷ 3 = 200.333333333…, shown as 200');
});

test('up to six numbers are written out in the calculation; more are only listed as parts', () => {
  const columns = [column(QUITS, YEARS)];
  const numbers = (average: number) =>
    shown({ series: `${QUITS}:ma${average}` }, columns).explain(QUITS, '2020-02-01')?.numbers;
  expect(numbers(6)).toBe('(208 + 209 + 210 + 211 + 212 + 213) ÷ 6 = 211');
  expect(numbers(7)).toBe('');
});

test('a line that the view does not have and an invalid date are not explained', () => {
  const { explain } = shown({ series: QUITS }, [column(QUITS, YEARS)]);
  expect([explain(CLAIMS, '2019-01-05'), explain(QUITS, '2019-02-30')]).toEqual([undefined, undefined]);
  expect(shown({ series: QUITS }, []).explain(QUITS, '2019-01-01')).toBeUndefined();
});

test('a spread is explained by its two published yields', () => {
  const [spread, long, short] = ['yields.US10Y_US2Y', TEN, TWO];
  const { explain } = shown({ series: spread }, [
    rows(spread, '2025-03-07 -0.02'),
    rows(long, '2025-03-06 4.29', '2025-03-07 4.32'),
    rows(short, '2025-03-07 4.34'),
  ]);
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

/** A daily series, which skips weekends and holidays: here 2024-11-28, Thanksgiving. */
const TENS = rows(
  TEN,
  '2024-11-25 4.27',
  '2024-11-26 4.30',
  '2024-11-27 4.25',
  '2024-11-29 4.18',
  '2024-12-02 4.19',
);

test('daily values are explained by the observations before them, over holidays', () => {
  const twos = rows(TWO, '2024-11-27 4.19', '2024-12-02 4.17');
  const { explain } = shown({ series: `${TEN}:ma3,${TWO}:chg` }, [TENS, twos]);
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
    'No average: only 2 of its 3 observations exist without a gap of more than 7 days',
    '',
    ['2024-11-25 4.27', '2024-11-26 4.30'],
  ]);
  expect(explain(TWO, '2024-12-02')).toMatchObject({
    value: '-0.02',
    unit: 'pp',
    words: 'Change; compared with 1 observation earlier',
    numbers: '4.17 − 4.19 = -0.02',
  });
  expect(told(TWO, '2024-11-27')[0]).toBe(
    'No value: there is no observation on 2024-11-26 or in the 7 days before to compare with',
  );
});

test('a formula of daily values shows the values that it takes, as ma and lag count them', () => {
  const twos = rows(TWO, '2024-11-26 4.25', '2024-11-27 4.19', '2024-12-02 4.17');
  const formulas = 'ma(a,2)-lag(a,2),ma(a-b,2),ma(b,9)';
  const { explain } = shown({ series: `${TEN},${TWO}`, formulas }, [TENS, twos]);
  const told = (line: string, date: string) => {
    const node = explain(line, date);
    return [node?.numbers, node?.parts().map((part) => `${part.label[0]} ${part.date} ${part.value}`)];
  };
  expect(told('=ma(a,2)-lag(a,2)', '2024-11-29')).toEqual([
    '(4.25 + 4.18) ÷ 2 - 4.30 = -0.08500',
    ['a 2024-11-26 4.30', 'a 2024-11-27 4.25', 'a 2024-11-29 4.18'],
  ]);
  // On a day without b there is no a - b.
  expect(told('=ma(a-b,2)', '2024-12-02')).toEqual([
    '(4.25 - 4.19 + (4.19 - 4.17)) ÷ 2 = 0.04000',
    ['a 2024-11-27 4.25', 'a 2024-12-02 4.19', 'b 2024-11-27 4.19', 'b 2024-12-02 4.17'],
  ]);
  expect(explain('=ma(b,9)', '2024-12-02')?.words).toBe(
    'No value: it needs more observations than there are without a gap of more than 7 days',
  );
});

test('a formula of functions shows each value that it takes, with its day, and the calculation with its numbers', () => {
  // May has no value here.
  const months = rows(
    QUITS,
    '2019-01-01 10',
    '2019-02-01 20',
    '2019-03-01 60',
    '2019-04-01 -30',
    '2019-06-01 50',
  );
  const formulas = 'ma(a,3)-lag(a,2),ma(a,9),max(a,0)';
  const { explain } = shown({ series: QUITS, formulas }, [months]);
  const node = explain('=ma(a,3)-lag(a,2)', '2019-04-01');
  expect(node).toMatchObject({
    formula: 'ma(a, 3) - lag(a, 2)',
    numbers: '(20 + 60 + (-30)) ÷ 3 - 20 = -3.33333',
  });
  expect(node?.parts().map(({ date, value }) => `${date} ${value}`)).toEqual([
    '2019-02-01 20',
    '2019-03-01 60',
    '2019-04-01 -30',
  ]);
  expect(explain('=max(a,0)', '2019-04-01')?.numbers).toBe('max((-30); 0) = 0');
  expect(explain('=ma(a,3)-lag(a,2)', '2019-06-01')?.words).toBe(
    'No value: a has none for a period that the formula needs, first 2019-05',
  );
  expect(explain('=ma(a,9)', '2019-06-01')?.parts()).toHaveLength(9);
});

const nested = (of: string, depth: number) => `${'ma('.repeat(depth)}a${of.repeat(depth)}`;

test.each([
  // Each of the 20 averages takes 500 values of the one inside it: 500 to the power of 20 in all.
  [nested(',500)', 20), 'Formula of more values than can be listed'],
  // The average takes 99,999 values, most of them before the series begins.
  ['ma(a,99999)', 'Formula of more values than can be listed'],
  [nested(',1)', 30), 'Formula of the lines below'],
])('%s is explained at once', (text, words) => {
  const { explain } = shown({ series: QUITS, formulas: text }, [rows(QUITS, '2019-01-01 10')]);
  expect(explain(`=${text}`, '2019-01-01')?.words).toBe(words);
});

test('nested averages are written out only if they have few numbers', () => {
  const numbers = (formula: string) => {
    const tens = columnOf(QUITS, monthsOf(2019, 30), Array(30).fill('10'));
    return shown({ series: QUITS, formulas: formula }, [tens]).explain(`=${formula}`, '2021-06-01')?.numbers;
  };
  expect(numbers('ma(ma(a,2),2)')).toBe('((10 + 10) ÷ 2 + (10 + 10) ÷ 2) ÷ 2 = 10.00000');
  expect(numbers(nested(',3)', 8))).toBe('(mean of 3 values) = 10.00000');
});

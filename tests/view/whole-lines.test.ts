import { expect, it } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { entryOf } from '../../service/datasets/series-choice.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { cutColumn, wholePeriods } from '../../service/view/derive-lines.ts';
import {
  deriveLine,
  evaluateFormula,
  linesOf,
  type PublishedColumn,
  readView,
  type ViewSearch,
} from '../../service/view/index.ts';
import { column, months, show } from './some-columns.ts';
import { HELD, TODAY } from './some-source.ts';

/** Lines and formulas, whole: every field of what is drawn. */

const QUITS = 'jolts.quits_level_sa';
const CLAIMS = 'ui_state_weekly_claims.initial_claims.CA';
const RANGE = { from: '2024-03-10', to: '2024-05-31' };
const viewOf = (search: ViewSearch) => readView(search, TODAY).view;
const plain = (line: ReturnType<typeof linesOf>[number]) => {
  const {
    column: { days, values, exact, id },
    published: _,
    made: __,
    ...rest
  } = line as typeof line & { published?: unknown; made?: unknown };
  return {
    ...rest,
    column: {
      id,
      shown: Array.from(days, (day, i) => `${dateText(day)} ${values[i]}`),
      ...(exact && { exact: exact.length }),
    },
  };
};
const drawn = (search: ViewSearch, range = RANGE, columns: readonly PublishedColumn[] = [...HELD.values()]) =>
  linesOf(viewOf(search), columns, range).map(plain);

it('a line has all that a chart, table or file says of it', () => {
  expect(
    drawn({ series: `${QUITS}:nbd:ma2:q:avg:right,${CLAIMS}:m:hidden`, index_date: '2023-08-15' }),
  ).toEqual([
    {
      id: 'jolts.quits_level_sa',
      slot: 0,
      hidden: false,
      style: { units: 'nbd', average: 2, frequency: 'q', aggregation: 'avg', axis: 'right' },
      title: 'Quits, level, SA',
      choice: { dataset: 'jolts', code: 'quits_level_sa', area: '' },
      units: 'nbd',
      unit: '',
      unitText: 'Index, 2023-07-01 = 100',
      cadence: { frequency: 'q' },
      to: { cadence: { frequency: 'q' }, method: 'avg' },
      average: 2,
      baseDay: 19539,
      notes: ['Quarterly: the average of monthly observations.'],
      method: 'avg',
      column: { id: 'jolts.quits_level_sa', shown: ['2024-04-01 102.44300'], exact: 1 },
    },
    {
      id: 'ui_state_weekly_claims.initial_claims.CA',
      slot: 1,
      hidden: true,
      style: { frequency: 'm' },
      title: 'California: Initial claims, NSA',
      choice: { dataset: 'ui_state_weekly_claims', code: 'initial_claims', area: 'CA' },
      units: 'lin',
      unit: 'claims',
      unitText: 'claims',
      cadence: { frequency: 'm' },
      to: { cadence: { frequency: 'm' }, method: 'avg' },
      notes: ['Monthly: the average of weekly observations.'],
      method: 'avg',
      column: {
        id: 'ui_state_weekly_claims.initial_claims.CA',
        shown: ['2024-04-01 40650', '2024-05-01 41050'],
        exact: 2,
      },
    },
  ]);
});

it('a formula has all that a chart, table or file says of it', () => {
  expect(
    drawn({
      series: `${QUITS}:hidden,${CLAIMS}:hidden`,
      formulas: 'a/b:nbd:ma2:m:eop:left,(a+a)/2:pch',
    }).slice(2),
  ).toEqual([
    {
      id: '=a/b',
      slot: 2,
      hidden: false,
      style: { units: 'nbd', average: 2, frequency: 'm', aggregation: 'eop', axis: 'left' },
      title: 'Quits ÷ (California: Initial claims, NSA)',
      formula: 'a/b',
      units: 'nbd',
      average: 2,
      unit: '',
      unitText: 'Index, 2024-04-01 = 100',
      cadence: { frequency: 'm' },
      baseDay: 19814,
      notes: [
        'California: Initial claims, NSA: weekly→monthly eop, partial 2024-06 dropped (1 of 3 weeks).',
        '100 is the value of 2024-04-01, its first in the range.',
      ],
      column: { id: '=a/b', shown: ['2024-04-01 100.33027', '2024-05-01 99.66973'], exact: 2 },
    },
    {
      id: '=(a+a)/2',
      slot: 3,
      hidden: false,
      style: { units: 'pch' },
      title: '(Quits + Quits) ÷ 2',
      formula: '(a+a)/2',
      units: 'pch',
      unit: '%',
      unitText: 'Percent change',
      cadence: { frequency: 'm' },
      notes: [],
      column: { id: '=(a+a)/2', shown: ['2024-04-01 0.31847', '2024-05-01 0.31746'] },
    },
  ]);
});

it('a formula that cannot be worked out has no values, and says why', () => {
  expect(drawn({ series: `${QUITS}:hidden,jolts.quits_rate_sa`, formulas: 'a+,b*2' }).slice(1)).toEqual([
    {
      id: '=a+',
      slot: 2,
      hidden: false,
      style: {},
      title: 'a+',
      formula: 'a+',
      units: 'lin',
      unit: '',
      unitText: 'a+',
      cadence: { frequency: 'd' },
      notes: ['The formula ends too early: a series (a, b, …), a number or ( is expected.'],
      column: { id: '=a+', shown: [] },
    },
    {
      id: '=b*2',
      slot: 3,
      hidden: false,
      style: {},
      title: '(Quits, rate) × 2',
      formula: 'b*2',
      units: 'lin',
      unit: '',
      unitText: '(Quits, rate) × 2',
      cadence: { frequency: 'd' },
      notes: ['Its series are not loaded.'],
      column: { id: '=b*2', shown: [] },
    },
  ]);
});

it('a line of which nothing is held says nothing', () => {
  const nothing = column(QUITS, [], []);
  const notes = drawn({ series: `${QUITS},${QUITS}:pch,${QUITS}:nbd,${QUITS}:ma3` }, RANGE, [nothing]);
  expect(notes.map((line) => line.notes)).toEqual([[], [], [], []]);
});

it('a line of zeros has no index and no change, and says so once', () => {
  const zeros = column(QUITS, months(2024, 3), ['0', '0', '0']);
  const search = { series: `${QUITS}:nbd,${QUITS}:pch` };
  const shown = drawn(search, { from: '2023-12-01', to: '2024-12-31' }, [zeros]);
  const lost = 'Nothing can be computed of the observations that are there.';
  expect(shown.map(({ column, notes }) => [column.shown, notes])).toEqual([
    [[], [lost]],
    [[], [lost]],
  ]);
});

it('a formula that has its own frequency is at that of its lines', () => {
  const shown = drawn({ series: `${QUITS},${CLAIMS}`, formulas: 'a/b,a/b:own' }).slice(2);
  const [usual, own] = shown.map(({ cadence, notes, column }) => ({ cadence, notes, values: column.shown }));
  expect(own).toEqual(usual);
  expect(own?.cadence).toEqual({ frequency: 'm' });
});

it('the unit of a formula is made of the unit of each letter', () => {
  const dates = ['2024-05-01', '2024-05-02'];
  const columns = ['yields.US10Y', 'yields.US10Y_US2Y'].map((id) => column(id, dates, ['1', '2']));
  const search = { series: 'yields.US10Y,yields.US10Y_US2Y', formulas: 'a-lag(a,1)+b,b-lag(b,1)+a' };
  expect(drawn(search, RANGE, columns).map(({ unit }) => unit)).toEqual(['%', 'pp', 'pp', '%']);
});

it('what a formula is made of comes with it', () => {
  const view = viewOf({ series: `${QUITS},${CLAIMS},jolts.hires_level_sa`, formulas: 'c-a/b' });
  const series = view.series.map((shown) =>
    deriveLine(
      view,
      shown,
      HELD.get(
        [shown.choice.dataset, shown.choice.code, shown.choice.area].filter(Boolean).join('.'),
      ) as PublishedColumn,
      RANGE,
    ),
  );
  const [shown] = view.formulas;
  const made = shown && evaluateFormula(view, shown, series);
  if (!made || 'message' in made) throw new Error('not worked out');
  expect(made.used.map(({ id }) => id)).toEqual([QUITS, CLAIMS, 'jolts.hires_level_sa']);
  expect(made.letters).toEqual(['a', 'b', 'c']);
  expect([
    made.aligned.cadence,
    Array.from(made.aligned.days, dateText).slice(13, 18),
    made.aligned.values.map((values) => values.slice(13, 18)),
  ]).toEqual([
    { frequency: 'm' },
    ['2024-02-01', '2024-03-01', '2024-04-01', '2024-05-01', '2024-06-01'],
    [
      ['3130', '3140', '3150', '3160', '3170'],
      [undefined, '40200', '40650', '41050', undefined],
      ['5013', '5014', '5015', '5016', '5017'],
    ],
  ]);
  expect(made.aligned.notes.map(({ index, text }) => [index, text])).toEqual([
    [1, 'weekly→monthly avg, partial 2024-06 dropped (1 of 3 weeks)'],
  ]);
  expect([made.unit, show({ column: made.series })?.slice(0, 2)]).toEqual([
    '',
    ['2024-03-01 5013.92189', '2024-04-01 5014.92251'],
  ]);
});

const A = column(
  QUITS,
  months(2024, 12),
  Array.from({ length: 12 }, (_, i) => String(i + 1)),
);

it('a column is cut to both days, with its unrounded values, and kept as it is where all of it lies in them', () => {
  const whole = { ...A, exact: A.values.map((text) => ({ n: BigInt(text), d: 3n })) };
  const [first, last] = [dayNumber('2024-02-01') as number, dayNumber('2024-04-01') as number];
  const cut = cutColumn(whole, first, last);
  expect([
    Array.from(cut.days, dateText),
    cut.values,
    Array.from(cut.numbers),
    cut.exact?.map(({ n }) => n),
  ]).toEqual([
    ['2024-02-01', '2024-03-01', '2024-04-01'],
    ['2', '3', '4'],
    [2, 3, 4],
    [2n, 3n, 4n],
  ]);
  expect(cutColumn(A, first + 1, last - 1).values).toEqual(['3']);
  expect(cutColumn(A, 0, 99_999)).toBe(A);
  expect(cutColumn(A, dayNumber('2024-02-01') as number, 99_999).values).toHaveLength(11);
  expect(cutColumn(A, 0, dayNumber('2024-11-30') as number).values).toHaveLength(11);
});

it('a range has the date of its first and last period where it leaves out no observation of any line', () => {
  const days = (from: string, to: string, ...of: PublishedColumn[]) =>
    wholePeriods(
      { from, to },
      of.map((published) => ({ published })),
      { frequency: 'a' },
    );
  const [early, late] = [
    column(QUITS, ['2020-03-01', '2022-05-01'], ['1', '2']),
    column('jolts.hires_level_sa', ['2021-04-01', '2023-02-01'], ['1', '2']),
  ];
  expect(days('2020-03-01', '2022-05-01', early)).toEqual({ from: '2020-01-01', to: '2022-05-01' });
  expect(days('2020-03-02', '2022-05-01', early)).toEqual({ from: '2020-03-02', to: '2022-05-01' });
  expect(days('2021-04-01', '2024-05-01', early, late)).toEqual({ from: '2021-01-01', to: '2024-05-01' });
  expect(days('2021-04-02', '2022-04-30', early, late)).toEqual({ from: '2021-04-02', to: '2022-04-30' });
  const cadence = cadenceOf(
    entryOf({ dataset: 'ui_weekly_claims', code: 'initial_claims_sa', area: '' }).dataset,
  );
  const week = (to: string, ...lasts: string[]) =>
    wholePeriods(
      { from: '2024-01-01', to },
      lasts.map((last) => ({ published: column(QUITS, ['2024-01-03', last], ['1', '2']) })),
      cadence,
    );
  expect(week('2024-01-31', '2024-01-30')).toEqual({ from: '2024-01-01', to: '2024-02-03' });
  expect(week('2024-01-29', '2024-01-30')).toEqual({ from: '2024-01-01', to: '2024-01-29' });
  expect(week('2024-01-12', '2024-01-10', '2024-01-24')).toEqual({ from: '2024-01-01', to: '2024-01-13' });
});

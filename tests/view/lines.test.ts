import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { entryOf, seriesId } from '../../service/datasets/series-choice.ts';
import { cadenceOf } from '../../service/series-math/frequency.ts';
import { cutColumn, wholePeriods } from '../../service/view/derive-lines.ts';
import {
  deriveLine,
  evaluateFormula,
  linesOf,
  type PublishedColumn,
  shortAsksOf,
  type ViewSearch,
  withIndexDates,
} from '../../service/view/index.ts';
import { baseNote, droppedNotes, recipeOf } from '../../service/view/recipes.ts';
import { column, months, QUITS as QUITS_COLUMN, show, weeks } from './some-columns.ts';
import { CLAIMS, HELD, QUITS, TODAY, viewOf } from './some-source.ts';

/** Lines and formulas with every field that is drawn, and the notes below them. */

const RANGE = { from: '2024-03-10', to: '2024-05-31' };
const day = (text: string) => dayNumber(text) as number;
const TILE = { from: '2024-03-15', to: '2024-06-30' };
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

it('a line has everything that a chart, table or file shows of it', () => {
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

it('a formula has everything that a chart, table or file shows of it', () => {
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

it('a formula that cannot be calculated has no values, and a note with the reason', () => {
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

it('a line without data has no note, and a line of zeros has one note that there is no index and no change', () => {
  const notes = (series: string, held: PublishedColumn) =>
    drawn({ series }, { from: '2023-12-01', to: '2024-12-31' }, [held]).map((line) => line.notes);
  const nothing = column(QUITS, [], []);
  expect(notes(`${QUITS},${QUITS}:pch,${QUITS}:nbd,${QUITS}:ma3`, nothing)).toEqual([[], [], [], []]);
  const lost = 'Nothing can be calculated from the observations here.';
  const zeros = column(QUITS, months(2024, 3), ['0', '0', '0']);
  expect(notes(`${QUITS}:nbd,${QUITS}:pch`, zeros)).toEqual([[lost], [lost]]);
});

it('the unit of a formula follows from the units of its letters', () => {
  const dates = ['2024-05-01', '2024-05-02'];
  const columns = ['yields.US10Y', 'yields.US10Y_US2Y'].map((id) => column(id, dates, ['1', '2']));
  const search = { series: 'yields.US10Y,yields.US10Y_US2Y', formulas: 'a-lag(a,1)+b,b-lag(b,1)+a' };
  expect(drawn(search, RANGE, columns).map(({ unit }) => unit)).toEqual(['%', 'pp', 'pp', '%']);
});

it('an evaluated formula includes the lines it uses, aligned', () => {
  const view = viewOf({ series: `${QUITS},${CLAIMS},jolts.hires_level_sa`, formulas: 'c-a/b' });
  const series = view.series.map((shown) =>
    deriveLine(view, shown, HELD.get(seriesId(shown.choice)) as PublishedColumn, RANGE),
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

it('a column is cut to the given days with its unrounded values, and kept whole if all its days are within them', () => {
  const whole = { ...A, exact: A.values.map((text) => ({ n: BigInt(text), d: 3n })) };
  const [first, last] = [day('2024-02-01'), day('2024-04-01')];
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
  expect(cutColumn(A, day('2024-02-01'), 99_999).values).toHaveLength(11);
  expect(cutColumn(A, 0, day('2024-11-30')).values).toHaveLength(11);
});

it('a range begins and ends with whole periods if that leaves out no observation of any line', () => {
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

it('a tile loads data up to today, and from the beginning if its range begins in year 1', () => {
  const view = viewOf({ series: `${QUITS}:pch` });
  expect(shortAsksOf(view, TILE, TODAY)[0]?.range.to).toBe(TODAY);
  expect(shortAsksOf(view, { from: '0001-01-10', to: TODAY }, TODAY)[0]?.range.from).toBe('0001-01-01');
});

it('a line or formula is marked as coming or stopped if its data are', () => {
  const [quits, hires] = [HELD.get(QUITS), HELD.get('jolts.hires_level_sa')].map(
    (one) => one as NonNullable<typeof one>,
  );
  const rest = (search: ViewSearch, ...states: (undefined | 'coming' | 'stopped')[]) =>
    linesOf(
      viewOf(search),
      [quits, hires].map((one, i) => ({
        ...(one as NonNullable<typeof one>),
        ...(states[i] && { rest: states[i] }),
      })),
      TILE,
    ).map(({ column: { rest } }) => rest);
  const search = { series: `${QUITS}:pc1,jolts.hires_level_sa`, formulas: 'a/2,b/2' };
  expect(rest(search, undefined, 'coming')).toEqual([undefined, 'coming', 'coming', 'coming']);
  expect(rest(search, 'stopped', undefined)).toEqual(['stopped', undefined, 'stopped', 'stopped']);
  expect(rest(search)).toEqual([undefined, undefined, undefined, undefined]);
});

it('lines have the order of the view, without series that are not loaded', () => {
  const search = {
    series: `yields.US10Y,${QUITS},yields.US2Y,jolts.hires_level_sa`,
    formulas: 'd*2,b*2',
    colours: '1,3,0,2,5,4',
  };
  expect(linesOf(viewOf(search), [...HELD.values()].reverse(), TILE).map(({ id }) => id)).toEqual([
    'yields.US10Y',
    'jolts.quits_level_sa',
    'jolts.hires_level_sa',
    '=d*2',
    '=b*2',
  ]);
});

it('every index gets its day on the screen, except if it has a date or cannot have one', () => {
  const columns = [
    column(QUITS, months(2023, 24), Array(24).fill('5')),
    column('jolts.hires_level_sa', months(2024, 5), ['1', '2', '3', '4', '5']),
  ];
  const dated = (search: ViewSearch) => {
    const view = viewOf(search);
    const { series, formulas } = withIndexDates(
      view,
      linesOf(view, columns, { from: '2024-03-02', to: '2024-12-31' }),
    );
    return [...series, ...formulas].map(({ style }) => style.indexDate);
  };
  expect(
    dated({
      series: `${QUITS}:nbd,${QUITS}:nbd:2023-05-01,${QUITS}:pch,jolts.hires_level_sa:nbd,jolts.hires_level_sa:q:nbd`,
    }),
  ).toEqual(['2024-04-01', '2023-05-01', undefined, '2024-04-01', undefined]);
  expect(
    dated({
      series: `${QUITS}:nbd,jolts.hires_level_sa`,
      formulas: 'a*2:nbd,a*2:nbd:2023-02-01,a/b:q:nbd,b*2',
    }),
  ).toEqual([undefined, undefined, '2024-04-01', '2023-02-01', undefined, undefined]);
  expect(dated({ series: `${QUITS}:nbd`, formulas: 'a*2:nbd', index_date: '2023-02-01' })).toEqual([
    undefined,
    undefined,
  ]);
});

const SA = 'ui_weekly_claims.initial_claims_sa';
it.each<[string, string, string[]]>([
  [`${SA}:m`, '2024-01-01 1, 2024-02-01 0', ['2024-01 1 week', '2024-02 0 weeks']],
  [
    `${SA}:q`,
    '2024-01-01 2, 2024-04-01 1, 2024-07-01 2',
    ['2024 Q1 2 weeks', '2024 Q2 1 week', '2024 Q3 2 weeks'],
  ],
  [`${QUITS}:sa`, '2024-07-01 2', ['2024 H2 2 months']],
  [QUITS, '2024-07-01 1', ['2024-07 1 month']],
])('the notes of %s about the periods left out, %s, are %j', (series, periods, parts) => {
  expect(notesOf(series, periods)).toEqual(
    parts.map((part) => part.replace(/ (?=\d+ \w+$)/, ' is left out: it has ').concat(', and needs 3.')),
  );
});

function notesOf(series: string, periods: string, hole?: number) {
  const view = viewOf({ series });
  const [shown] = view.series;
  if (!shown) throw new Error('no series');
  const dropped = periods.split(', ').map((period) => {
    const [date = '', count] = period.split(' ');
    return { date: day(date), count: Number(count), needed: 3, ...(hole && { hole }) };
  });
  return droppedNotes(dropped, recipeOf(view, shown.choice, shown.style, RANGE));
}

it('if several periods are left out, the note names the last; for a hole, it gives the number of days', () => {
  expect(notesOf(`${SA}:a`, '2021-01-01 2, 2022-01-01 1, 2023-01-01 2, 2024-01-01 1')).toEqual([
    '4 periods from 2021 to 2024 are left out; the last has 1 week, and needs 3.',
  ]);
  expect(notesOf('yields.US10Y:wew', '2024-01-03 9', 8)).toEqual([
    '2024-01-03 is left out: it has none on 8 days in a row.',
  ]);
});

it('no note mentions periods left out before or after the range', () => {
  const held = column(SA, weeks('2024-01-27', 29), Array(29).fill('200000'));
  const notes = (from: string, to: string) =>
    linesOf(viewOf({ series: `${SA}:m` }), [held], { from, to })[0]?.notes.slice(1);
  expect(notes('2024-02-01', '2024-07-31')).toEqual([]);
  expect(notes('2024-01-01', '2024-08-31')).toEqual([
    '2024-01 is left out: it has 1 week, and needs 3.',
    '2024-08 is left out: it has 2 weeks, and needs 3.',
  ]);
});

it('an index notes which day is 100 if it begins later than requested, and why if there is none', () => {
  const published = { days: Int32Array.from(['2024-01-10', '2024-02-10'], day) };
  const note = (recipe: object, base?: string, days = published) =>
    baseNote(
      { units: 'nbd', ...recipe },
      { base: base === undefined ? undefined : ({ day: day(base), value: '1' } as never) },
      days,
    );
  expect(note({ indexFrom: day('2024-01-09') }, '2024-01-10')).toEqual([
    '100 is the value of 2024-01-10, its first in the range.',
  ]);
  expect(note({ indexFrom: day('2024-01-10') }, '2024-01-10')).toEqual([]);
  expect(note({ indexDay: day('2024-01-01') }, '2024-01-10')).toEqual([]);
  expect(note({ indexFrom: day('2024-03-01') })).toEqual([
    'There is no value in the range that could be 100.',
  ]);
  expect(note({ indexDay: day('2024-01-09') })).toEqual([
    'No index: it has no value on 2024-01-09, which would be 100. Its next value has the date 2024-01-10.',
  ]);
  expect(note({ indexDay: day('2024-02-11') })).toEqual([
    'No index: it has no value on 2024-02-11, which would be 100.',
  ]);
  expect(note({ indexDay: day('2024-02-11') }, undefined, { days: new Int32Array(0) })).toEqual([]);
  expect(baseNote({ units: 'pc1', indexDay: day('2024-02-11') }, { base: undefined }, published)).toEqual([]);
  // The line has the note too.
  const search = { series: 'jolts.quits_level_sa:nbd,jolts.quits_level_sa:nbd:2020-01-01' };
  const days = { from: '2022-05-01', to: '2024-12-31' };
  expect(linesOf(viewOf(search), [QUITS_COLUMN], days).map(({ notes }) => notes)).toEqual([
    ['100 is the value of 2023-01-01, its first in the range.'],
    ['No index: it has no value on 2020-01-01, which would be 100. Its next value has the date 2023-01-01.'],
  ]);
});

/** Without a date of its own, an index is 100 at the first value shown, for any range, frequency and line. */

const LONG = column(
  'jolts.quits_level_sa',
  months(2019, 60),
  Array.from({ length: 60 }, (_, i) => String(3000 + ((i * 7919) % 211))),
);

it('an index begins with 100 in the range, also if the range begins within a period', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 900 }),
      fc.constantFrom(':own', ':q', ':sa', ':a', ':q:avg:ma2'),
      (start, how) => {
        const search = { series: `jolts.quits_level_sa${how}:nbd`, formulas: 'a*2:nbd' };
        const range = { from: dateText(day('2019-01-01') + start), to: '2023-12-31' };
        const [line, formula] = linesOf(viewOf(search), [LONG], range);
        const isAverage = how.includes('ma2');
        if (!isAverage) expect(show(line)?.[0]).toMatch(/ 100\.00000$/);
        expect(show(formula)?.[0]).toMatch(/ 100\.00000$/);
        expect(show(line)?.[0]?.slice(0, 10) ?? '').toSatisfy((date: string) => date >= range.from);
      },
    ),
  );
});

it('an index begins with the first period of all data, even if its date is before the range', () => {
  const id = 'ui_weekly_claims.initial_claims_sa';
  const held = column(id, weeks('2024-01-06', 17), Array(17).fill('200000'));
  const view = viewOf({ series: `${id}:m:nbd`, formulas: 'a*2:nbd' });
  const lines = linesOf(view, [held], { from: '2024-01-03', to: '2024-12-31' });
  for (const line of lines) expect([show(line)?.[0], line.baseDay]).toEqual(['2024-01-01 100.00000', 19723]);
});

it('an index with its day written down has the same values, also in a formula at a lower frequency', () => {
  const formulas = fc.constantFrom('a*2', 'a*2:q', 'ma(a,2):a', 'a*2:q:nbd');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 900 }), formulas, (start, text) => {
      const view = viewOf({ series: 'jolts.quits_level_sa:nbd', formulas: text });
      const range = { from: dateText(day('2019-01-01') + start), to: '2023-12-31' };
      const lines = linesOf(view, [LONG], range);
      expect(linesOf(withIndexDates(view, lines), [LONG], range).map(show)).toEqual(lines.map(show));
    }),
  );
});

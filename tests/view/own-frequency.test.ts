import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { ASKED_FREQUENCIES } from '../../service/series-math/fred-codes.ts';
import { cadenceText, publishedFrequency } from '../../service/series-math/frequency.ts';
import type { ViewSearch } from '../../service/view/address.ts';
import { linesOf } from '../../service/view/lines.ts';
import { madeHeading } from '../../service/view/provenance.ts';
import type { PublishedColumn } from '../../service/view/types.ts';
import { column, QUITS, show, weeks } from './some-columns.ts';
import { viewOf } from './some-source.ts';

/** Lines with a frequency of their own, and the words for weeks. */

const claims = column(
  'ui_weekly_claims.initial_claims_sa',
  weeks('2023-01-07', 104),
  Array.from({ length: 104 }, (_, i) => String(200_000 + ((i * 7919) % 1000) * 10)),
);
const yields = column(
  'yields.US10Y',
  Array.from({ length: 60 }, (_, i) => dateText(19_723 + Math.floor(i / 5) * 7 + (i % 5))),
  Array.from({ length: 60 }, (_, i) => `4.${String(i + 10)}`),
);
const whole = { from: '2023-01-01', to: '2024-12-31' };
const ownLines = (search: ViewSearch, ...columns: PublishedColumn[]) =>
  linesOf(viewOf(search), columns, whole);

it('lines are what the chart would make of them, and each as it says', () => {
  const own = ownLines(
    { series: 'jolts.quits_level_sa:q:avg,ui_weekly_claims.initial_claims_sa:m:eop:ma3' },
    QUITS,
    claims,
  );
  const [quits] = ownLines({ series: 'jolts.quits_level_sa', frequency: 'q', aggregation: 'avg' }, QUITS);
  const [weekly] = ownLines(
    { series: 'ui_weekly_claims.initial_claims_sa', frequency: 'm', aggregation: 'eop', average: '3' },
    claims,
  );
  expect(own.map(show)).toEqual([show(quits), show(weekly)]);
  expect(own.map(({ unitText, notes }) => [unitText, notes[0]])).toEqual([
    ['thousands', 'Quarterly: the average of monthly observations.'],
    ['claims', 'Monthly: the last value of weekly observations.'],
  ]);
});

it('lines override the chart’s: as published, default method, no average, another day of 100', () => {
  const chart = {
    frequency: 'q',
    aggregation: 'eop',
    average: '4',
    units: 'nbd',
    index_date: '2023-04-01',
  };
  const of = (style: string) => ownLines({ ...chart, series: `jolts.quits_level_sa${style}` }, QUITS)[0];
  expect(of('')?.cadence).toEqual({ frequency: 'q' });
  expect(of(':own')?.cadence).toEqual({ frequency: 'm' });
  expect(of(':own')?.notes).toEqual([]);
  expect([of('')?.to?.method, of(':usual')?.to?.method, of(':avg')?.to?.method]).toEqual([
    'eop',
    'sum',
    'avg',
  ]);
  expect([of('')?.average, of(':ma1')?.average, of(':ma2')?.average]).toEqual([4, undefined, 2]);
  expect(of(':own:ma1:2023-06-20')?.unitText).toBe('Index, 2023-06-01 = 100');
  expect(show(of(':own:ma1:2023-06-20'))).toContain('2023-06-01 100.00000');
});

it('lines go to weeks of any last day, and to half-years', () => {
  const [weekly] = ownLines({ series: 'yields.US10Y:wew:eop' }, yields);
  // 2024-01-01 is a Monday; the first week that ends on Wednesday has three days of the four that it needs.
  expect(show(weekly)?.[0]).toBe('2024-01-10 4.17');
  expect(weekly?.notes[0]).toBe('Weekly, ending Wednesday: the last value of daily observations.');
  expect(cadenceText(weekly?.cadence ?? { frequency: 'd' })).toBe('Weekly, ending Wednesday');
  const [halves] = ownLines({ series: 'jolts.quits_level_sa', frequency: 'sa', aggregation: 'eop' }, QUITS);
  expect(show(halves)).toEqual(['2023-01-01 3050', '2023-07-01 3110', '2024-01-01 3170', '2024-07-01 3230']);
});

it.each([
  [
    'ui_weekly_claims.initial_claims_sa:wew',
    'It stays weekly, ending Saturday: other weeks cannot be made of these.',
  ],
  ['jolts.quits_level_sa:w', 'It stays monthly: there is nothing more frequent.'],
])('lines say why they stay as they are: %s', (series, note) => {
  const [line] = ownLines({ series }, claims, QUITS);
  expect([line?.to, line?.notes]).toEqual([undefined, [note]]);
});

it('lines meet in a formula at the lowest of them, or at its own; what the chart averages is averaged once', () => {
  const series = 'jolts.quits_level_sa:avg,ui_weekly_claims.initial_claims_sa';
  const formulas = 'a-b';
  const at = (search: ViewSearch) => ownLines({ series, formulas, ...search }, QUITS, claims)[2];
  expect(at({})?.cadence).toEqual({ frequency: 'm' });
  expect(at({ series: 'jolts.quits_level_sa:q:avg,ui_weekly_claims.initial_claims_sa' })?.cadence).toEqual({
    frequency: 'q',
  });
  expect(show(at({ formulas: 'a-b:q' }))).toEqual(show(at({ frequency: 'q' })));
  expect(show(at({ formulas: 'a-b:q:eop' }))).toEqual(
    show(at({ series: series.replace(':avg', ''), frequency: 'q', aggregation: 'eop' })),
  );
  expect(at({ formulas: 'a-b:w' })?.notes).toContain('It stays monthly, the lowest frequency of its lines.');
  expect(show(at({ average: '3' }))).toEqual(
    show(at({ series: 'jolts.quits_level_sa:avg:ma3,ui_weekly_claims.initial_claims_sa:ma3' })),
  );
});

/** A level of a Wednesday is 'as of Wednesday', a figure of a week 'ending Saturday', at their own frequency whatever is asked. */
const H41 = 'factors_affecting_reserve_balances';
const RANGE = { from: '2024-01-01', to: '2024-12-31' };
const WEEKLY = DATASETS.filter(({ frequency, kind }) => frequency === 'Weekly' && kind !== 'list').flatMap(
  (dataset) =>
    dataset.series.map(({ code }) => ({
      dataset,
      id: seriesId({ dataset: dataset.id, code, area: dataset.byState ? 'CA' : '' }),
    })),
);

function linesFor(series: readonly string[], search = {}) {
  const columns = series.map((text) => {
    const id = text.split(':')[0] ?? '';
    const count = id.startsWith('yields') || id.startsWith('us_debt') ? 300 : 52;
    const first = id.startsWith(H41) ? '2024-01-03' : '2024-01-06';
    const dates =
      count === 52 ? weeks(first, count) : weeks('2024-01-01', 50).flatMap((monday) => daysFrom(monday, 5));
    return column(
      id,
      dates,
      dates.map((_, i) => String(100 + i)),
    );
  });
  return linesOf(viewOf({ series: series.join(), ...search }), columns, RANGE);
}

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => dateText((dayNumber(first) as number) + i));

it('words for weeks are those of the catalogue, whatever frequency is asked that is not lower', () => {
  const notLower = ASKED_FREQUENCIES.filter((one) => !['m', 'q', 'sa', 'a'].includes(one));
  fc.assert(
    fc.property(
      fc.constantFrom(...WEEKLY),
      fc.constantFrom('', ':own', ...notLower.map((one) => `:${one}`)),
      fc.constantFrom(undefined, ...notLower),
      ({ dataset, id }, own, frequency) => {
        const [line] = linesFor([id + own], frequency && { frequency });
        const words = cadenceText(line?.cadence ?? { frequency: 'd' });
        expect(words).toBe(publishedFrequency(dataset));
        expect(words).toBe(dataset.id === H41 ? 'Weekly, as of Wednesday' : 'Weekly, ending Saturday');
      },
    ),
  );
});

const [LOANS, REPOS] = [`${H41}.loans`, `${H41}.repurchase_agreements`];
it.each([
  ['levels', [LOANS, REPOS], 'a+b', 'Weekly, as of Wednesday'],
  ['levels, asked for at their own weeks', [LOANS, REPOS], 'a+b:wew', 'Weekly, as of Wednesday'],
  [
    'levels and the last of their days',
    [LOANS, 'us_debt.debt_held_by_public'],
    'a/b',
    'Weekly, as of Wednesday',
  ],
  ['levels and averages of days', [LOANS, 'yields.US10Y'], 'a*b', 'Weekly, ending Wednesday'],
  [
    'levels and weeks of another day',
    [LOANS, 'ui_weekly_claims.initial_claims_sa'],
    'a/b',
    'Weekly, ending Wednesday',
  ],
  [
    'weeks and levels of another day',
    ['ui_weekly_claims.initial_claims_sa', LOANS],
    'a/b',
    'Weekly, ending Saturday',
  ],
])('words for weeks are of a formula what they are of its lines: %s', (_, series, formulas, words) => {
  const line = linesFor(series, { formulas })[series.length];
  expect(cadenceText(line?.cadence ?? { frequency: 'd' })).toBe(words);
});

it('a subtitle has the words for weeks, and the average that all lines have', () => {
  const subtitle = (...lines: string[]) =>
    madeHeading(linesFor(lines.map((words) => `yields.US10Y${words}`)), RANGE).subtitle;
  const days = 'Daily · 2024-01-01 to 2024-12-31';
  expect(subtitle('', ':ma20', ':ma200')).toBe(`% · ${days}`);
  expect(madeHeading(linesFor([LOANS]), RANGE).subtitle).toBe(
    '$ mn · Weekly, as of Wednesday · 2024-01-01 to 2024-12-31',
  );
  expect(subtitle(':ma20')).toBe(`%, average of the last 20 observations · ${days}`);
});

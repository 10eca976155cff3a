import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { ViewLine } from '../../service/contract/economic.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { entryOf, parseSeriesId, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import {
  AGGREGATIONS,
  ASKED_FREQUENCIES,
  type AskedFrequency,
  UNITS,
  UNITS_NAMES,
  type Units,
} from '../../service/series-math/fred-codes.ts';
import {
  cadenceOf,
  cadenceText,
  outputCadence,
  publishedFrequency,
} from '../../service/series-math/frequency.ts';
import type { ViewSearch } from '../../service/view/address.ts';
import { readView, requestSearch } from '../../service/view/index.ts';
import { neededSeries } from '../../service/view/line-words.ts';
import { linesOf } from '../../service/view/lines.ts';
import { seriesName } from '../../service/view/names.ts';
import { generatedHeading } from '../../service/view/provenance.ts';
import { fittedView } from '../../service/view/request.ts';
import type { PublishedColumn, View } from '../../service/view/types.ts';
import { csvRow } from '../support/csv-row.ts';
import { sampleApp } from './sample-app.ts';
import { column, QUITS, show, weeks } from './some-columns.ts';
import { TODAY, viewOf } from './some-source.ts';
import { anyView } from './some-views.ts';

/** Each answer with status 200 has the requested series, units, frequency and aggregation for every line. */

let app: Awaited<ReturnType<typeof sampleApp>>;
beforeAll(async () => {
  app = await sampleApp();
}, 120_000);
afterAll(() => app.close());

const IDS = [
  ...['yields.US10Y', 'yields.US10Y_US2Y', 'jolts.quits_rate_sa', 'ui_weekly_claims.initial_claims_sa'],
  ...['personal_income_and_outlays.total_personal_income', 'factors_affecting_reserve_balances.loans'],
];
/** Frequencies that are possible for every series. */
const OFTEN = ['q', 'sa', 'a', 'q', 'sa', 'a', 'q', 'a'] as const;
type Own = { units?: Units; frequency?: AskedFrequency | 'own'; way?: string };
const own: fc.Arbitrary<Own> = fc.record(
  {
    units: fc.constantFrom(...UNITS),
    frequency: fc.constantFrom(...ASKED_FREQUENCIES, ...OFTEN, 'own' as const),
    way: fc.constantFrom(...AGGREGATIONS, 'avg', 'eop', 'usual', 'usual'),
  },
  { requiredKeys: [] },
);
const forAll = fc.record(
  {
    units: fc.constantFrom(...UNITS),
    frequency: fc.constantFrom(...ASKED_FREQUENCIES, ...OFTEN),
    aggregation: fc.constantFrom(...AGGREGATIONS, 'avg', 'eop'),
  },
  { requiredKeys: [] },
);

const detailOf = (text: string) => JSON.parse(text).detail as { parameter: string; message: string };

test('every answer has the requested settings of each line', async () => {
  const seen = { answered: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...IDS), own), { minLength: 1, maxLength: 3 }),
      forAll,
      async (lines, all) => {
        const series = lines.map(([id, { units, frequency, way }]) =>
          [id, units, frequency, way].filter((word) => word !== undefined).join(':'),
        );
        const query = new URLSearchParams({ ...all, series: series.join(), range: '1Y' });
        const { status, text } = await app.get(`/api/v1/view?${query}`);
        if (status === 422) {
          seen.refused++;
          const { parameter } = detailOf(text);
          expect(['series', ...Object.keys(all)]).toContain(parameter);
          return;
        }
        seen.answered++;
        const { meta } = JSON.parse(text);
        expect(meta.lines).toHaveLength(lines.length);
        expect(new Set(meta.lines.map(({ line }: ViewLine) => line)).size).toBe(lines.length);
        expect(new Set(meta.lines.map(({ title }: ViewLine) => title)).size).toBe(lines.length);
        for (const [i, [id, said]] of lines.entries()) {
          const told = meta.lines[i];
          const from = cadenceOf(entryOf(parseSeriesId(id) as SeriesChoice).dataset);
          const asked = said.frequency ?? all.frequency ?? 'own';
          const cadence = asked === 'own' ? from : outputCadence(from, asked);
          const to = cadence.frequency === from.frequency ? from : cadence;
          const way = said.way ?? all.aggregation ?? 'usual';
          expect(told).toMatchObject({
            series: id,
            units: UNITS_NAMES[said.units ?? all.units ?? 'lin'],
            frequency: cadenceText(to),
          });
          if (to.frequency === from.frequency) expect(told.aggregation).toBeNull();
          else if (way !== 'usual') expect(told.aggregation).toBe(way);
        }
      },
    ),
    { numRuns: 250 },
  );
  expect(Math.min(seen.answered, seen.refused)).toBeGreaterThan(20);
}, 300_000);

test('a weekly line has the frequency text of the catalogue, and a formula has its name and the unit of a difference', async () => {
  const linesOf = async (series: string, formulas = 'a-a'): Promise<ViewLine[]> => {
    const query = new URLSearchParams({ range: '1Y', series, formulas });
    return JSON.parse((await app.get(`/api/v1/view?${query}`)).text).meta.lines;
  };
  const { datasets } = JSON.parse((await app.get('/api/v1/catalog')).text) as Catalog;
  const weekly = datasets.filter(({ frequency }) => frequency === 'Weekly');
  expect(weekly).toHaveLength(3);
  for (const { id, by_state, headline, series } of weekly) {
    const words = series.find(({ code }) => code === headline)?.frequency_detail;
    const [line] = await linesOf(`${id}.${headline}${by_state ? '.CA' : ''}`);
    expect(line?.frequency).toBe(words);
    expect(words).toBe(id.startsWith('ui_') ? 'Weekly, ending Saturday' : 'Weekly, as of Wednesday');
  }
  const lines = await linesOf('yields.US10Y,yields.US2Y,yields.US10Y_US2Y', 'a-b');
  expect(lines.slice(2).map(({ unit }) => unit)).toEqual(['pp', 'pp']);
  const title = '10-year − 2-year, Treasury par yields';
  expect(lines[3]).toMatchObject({ title, line: title, units: 'Formula', formula: 'a-b' });
});

test('a series requested several times is answered each time, with a distinct name, and formulas list all their letters', async () => {
  const query =
    'series=yields.US10Y,yields.US10Y:pc1,yields.US10Y:m,yields.US10Y:m:eop,yields.US10Y:hidden,yields.US10Y&formulas=a-b,a-b:pch,c&range=1Y';
  const { text, status } = await app.get(`/api/v1/view?${query}`);
  expect(status, text).toBe(200);
  const { meta } = JSON.parse(text);
  expect(
    meta.lines.map(({ line, title, letters }: ViewLine) => [
      line,
      title,
      letters && Object.keys(letters).join(),
    ]),
  ).toEqual([
    ['yields.US10Y', 'Treasury par yield, 10-year', null],
    ['yields.US10Y_PC1', 'Treasury par yield, 10-year, % yr ago', null],
    ['yields.US10Y_M_AVG', 'Treasury par yield, 10-year, monthly avg', null],
    ['yields.US10Y_M_EOP', 'Treasury par yield, 10-year, monthly eop', null],
    ['yields.US10Y (2)', 'Treasury par yield, 10-year (f)', null],
    [expect.anything(), expect.stringMatching(/% yr ago/), 'a,b'],
    [expect.anything(), expect.stringMatching(/% yr ago.*, % chg$/), 'a,b'],
    [expect.anything(), expect.anything(), 'c'],
  ]);
  const [header = ''] = (await app.get(`/api/v1/view?${query}&format=csv`)).text.split('\n');
  expect(new Set(csvRow(header)).size).toBe(9);
});

test.each([
  ['jolts.quits_rate_sa:hidden,yields.US10Y,yields.US10Y', undefined, 'Treasury par yield, 10-year (c)'],
  ['yields.US10Y:hidden:a,yields.US10Y:hidden', 'a*2', 'Treasury par yield, 10-year'],
])(
  'the request of a chart gives its lines the names they have in the chart: %s, %s',
  (series, formulas, last) => {
    const { view } = readView({ series, ...(formulas !== undefined && { formulas }) }, TODAY);
    const asked = requestSearch(view, { from: '2024-01-01', to: '2024-06-30' });
    const names = (one: View) => neededSeries(one).map((shown) => seriesName(one, shown));
    expect(names(readView(asked, TODAY).view)).toEqual(names(view));
    expect(names(view).at(-1)).toBe(last);
  },
);

test('settings that would not be used cause no refusal: of a hidden spread, a line with its own frequency, or a formula', async () => {
  for (const query of [
    'series=yields.US10Y,yields.US10Y_US2Y:hidden&units=pc1',
    'series=yields.US10Y,jolts.quits_rate_sa:own&frequency=wem&aggregation=eop',
    'series=yields.US10Y:eop,jolts.quits_rate_sa&formulas=a-b',
    'series=yields.US10Y,jolts.quits_rate_sa&formulas=a-b:eop',
    'series=yields.US10Y,jolts.quits_rate_sa&formulas=a-b&aggregation=eop',
    'series=jolts.quits_rate_sa&formulas=a*2:nbd&index_date=2024-01-01',
  ])
    expect(await app.get(`/api/v1/view?${query}`)).toMatchObject({ status: 200 });
});

test('a formula has the weeks of the series with its first letter, in any order of the series', () => {
  const view = (frequency: string) =>
    readView(
      {
        series: 'factors_affecting_reserve_balances.loans,ui_weekly_claims.initial_claims_sa',
        colours: '1,0,2',
        formulas: `a/b:${frequency}`,
      },
      TODAY,
    ).view;
  expect(fittedView(view('wesa')).misfits).toEqual([]);
  expect(fittedView(view('wew')).misfits).toMatchObject([{ parameter: 'formulas' }]);
});

test('fitting settings twice gives the same as once, and fitted settings are never refused', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const once = fittedView(view).view;
      expect(fittedView(once)).toEqual({ view: once, misfits: [] });
    }),
  );
});

/** Lines with their own frequency, and the texts for weeks. */

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

it('a line’s own settings have the same effect as those of the chart', () => {
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

it('a line’s own settings override the chart’s: its frequency, method, average and index date', () => {
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

it('lines can be converted to weeks ending on any day, and to half-years', () => {
  const [weekly] = ownLines({ series: 'yields.US10Y:wew:eop' }, yields);
  // 2024-01-01 is a Monday; the first week that ends on Wednesday has three days, and needs four.
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
])('lines give the reason why their frequency stays: %s', (series, note) => {
  const [line] = ownLines({ series }, claims, QUITS);
  expect([line?.to, line?.notes]).toEqual([undefined, [note]]);
});

it('a formula is at the lowest frequency of its lines or at its own; the chart’s average is applied only once', () => {
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

/** Unless a lower frequency is requested, H.4.1 levels are 'as of Wednesday', claims 'ending Saturday'. */
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

it('the text for weeks is the catalogue’s, for every requested frequency that is not lower', () => {
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
])('a formula has the text for weeks of its lines: %s', (_, series, formulas, words) => {
  const line = linesFor(series, { formulas })[series.length];
  expect(cadenceText(line?.cadence ?? { frequency: 'd' })).toBe(words);
});

it('a subtitle has the text for weeks, and the average if all lines have the same', () => {
  const subtitle = (...lines: string[]) =>
    generatedHeading(linesFor(lines.map((words) => `yields.US10Y${words}`)), RANGE).subtitle;
  const days = 'Daily · 2024-01-01 to 2024-12-31';
  expect(subtitle('', ':ma20', ':ma200')).toBe(`% · ${days}`);
  expect(generatedHeading(linesFor([LOANS]), RANGE).subtitle).toBe(
    '$ mn · Weekly, as of Wednesday · 2024-01-01 to 2024-12-31',
  );
  expect(subtitle(':ma20')).toBe(`%, average of the last 20 observations · ${days}`);
});

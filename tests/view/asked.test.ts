import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { ViewLine } from '../../service/contract/economic.ts';
import { entryOf, parseSeriesId, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import {
  AGGREGATIONS,
  ASKED_FREQUENCIES,
  type AskedFrequency,
  UNITS,
  UNITS_NAMES,
  type Units,
} from '../../service/series-math/fred-codes.ts';
import { cadenceOf, cadenceText, outputCadence } from '../../service/series-math/frequency.ts';
import { readView, requestSearch } from '../../service/view/index.ts';
import { neededSeries } from '../../service/view/line-words.ts';
import { seriesName } from '../../service/view/names.ts';
import { fittedView } from '../../service/view/request.ts';
import type { View } from '../../service/view/types.ts';
import { csvRow } from '../support/csv-row.ts';
import { sampleApp } from './sample-app.ts';
import { TODAY } from './some-source.ts';
import { anyView } from './some-views.ts';

/** What is answered is what was asked: a request that is answered 200 has its series, units, frequency and aggregation, line by line. */

let app: Awaited<ReturnType<typeof sampleApp>>;
beforeAll(async () => {
  app = await sampleApp();
}, 120_000);
afterAll(() => app.close());

const IDS = [
  ...['yields.US10Y', 'yields.US10Y_US2Y', 'jolts.quits_rate_sa', 'ui_weekly_claims.initial_claims_sa'],
  ...['personal_income_and_outlays.total_personal_income', 'factors_affecting_reserve_balances.loans'],
];
/** Frequencies that every series can have. */
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

test('every answer has what was asked of each line', async () => {
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

test('a weekly line has the words of the catalogue, and a formula its name and the unit of a difference', async () => {
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

test('a line that stands several times is answered each time, with its own name, and the letters of all', async () => {
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
])('the request of a chart names its lines as the chart does: %s, %s', (series, formulas, last) => {
  const { view } = readView({ series, ...(formulas !== undefined && { formulas }) }, TODAY);
  const asked = requestSearch(view, { from: '2024-01-01', to: '2024-06-30' });
  const names = (one: View) => neededSeries(one).map((shown) => seriesName(one, shown));
  expect(names(readView(asked, TODAY).view)).toEqual(names(view));
  expect(names(view).at(-1)).toBe(last);
});

test('what is not asked of a line is not refused: a hidden spread, a line that keeps its frequency, a way in a formula', async () => {
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

test('a formula has the weeks of the series of its first letter, in whatever order the series stand', () => {
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

test('the words that fit are the same when they are fitted again, and are never refused', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const once = fittedView(view).view;
      expect(fittedView(once)).toEqual({ view: once, misfits: [] });
    }),
  );
});

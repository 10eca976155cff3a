import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldRange } from '../../renderer/range/presets.ts';
import { exportRequest, usualChoice } from '../../renderer/take-away/export-choice.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { ViewEnvelope } from '../../service/contract/economic.ts';
import { PLAIN_CSV, type TableExport } from '../../service/contract/table-export.ts';
import { entryOf, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { withSpreads } from '../../service/derived/index.ts';
import { openReader, type Reader } from '../../service/store/index.ts';
import { askedExport } from '../../service/tables/index.ts';
import {
  asksOf,
  cutColumn,
  fileStem,
  linesOf,
  namedLines,
  requestPath,
  requestSearch,
  resolveRange,
  slotLetter,
  tableLines,
  viewProvenance,
  viewSearch,
  withIndexDates,
} from '../../service/view/index.ts';
import { fittedView } from '../../service/view/request.ts';
import type { DateRange, Line, PublishedColumn, View } from '../../service/view/types.ts';
import { csvRow } from '../support/csv-row.ts';
import { sampleApp } from './sample-app.ts';
import { anyView, everyChoice } from './some-views.ts';

/** The page and the API give exactly the same values for the address of a chart. */

const TODAY = '2026-11-20';
let app: Awaited<ReturnType<typeof sampleApp>>;
let catalog: Catalog;
let reader: Reader;
beforeAll(async () => {
  app = await sampleApp();
  catalog = JSON.parse((await app.get('/api/v1/catalog')).text);
  reader = withSpreads(openReader(app.dataDir));
}, 120_000);
afterAll(() => {
  reader.close();
  return app.close();
});

/** Some series of each dataset. Formulas use only letters of existing lines. */
const choices = everyChoice.filter(
  ({ dataset, code }, i) => i % 5 === 0 || code === entryOf({ dataset, code, area: '' }).dataset.headline,
);
const views = fc
  .tuple(anyView, fc.array(fc.constantFrom(...choices), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([view, some, isTwice]): View => {
    // A series may appear several times with different units.
    const series = some.map((one, i) => {
      const choice = isTwice && i > 0 ? (some[0] as SeriesChoice) : one;
      const looks = view.series[i] ?? { hidden: false, style: {}, slot: i };
      return { ...looks, choice, slot: i };
    });
    const formulas = view.formulas.map((formula, i) => ({
      ...formula,
      text: formula.text.replaceAll(/\b[b-h]\b/g, (letter) =>
        slotLetter(letter.charCodeAt(0) % series.length),
      ),
      slot: series.length + i,
    }));
    return {
      ...view,
      series,
      formulas,
      // tests/api/as-of.test.ts tests past vintages.
      asOf: undefined,
      details: undefined,
      explained: undefined,
    };
  });

const loaded = new Map<string, PublishedColumn>();

/** Loads the whole history of a series as the page does. */
async function columnOf(choice: SeriesChoice): Promise<PublishedColumn> {
  const { dataset, code, area } = choice;
  const path =
    dataset === 'yields'
      ? `/yields/series=${code}?format=csv`
      : `/api/v1/economic-data/${dataset}?series=${code}&date_from=0001-01-01&date_to=${TODAY}${area && `&state=${area}`}&format=csv`;
  const rows = (await app.get(path)).text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));
  const values = rows.map((row) => row.at(-1) as string);
  return {
    id: seriesId(choice),
    choice,
    days: Int32Array.from(rows, ([date = '']) => dayNumber(date) as number),
    values,
    numbers: Float64Array.from(values, Number),
  };
}

/** Draws the lines as the page does. */
async function drawn(view: View) {
  const range = resolveRange(view.range, heldRange(view, catalog));
  const columns = await Promise.all(
    asksOf(view, range, TODAY).map(async (ask) => {
      const whole = loaded.get(seriesId(ask.choice)) ?? (await columnOf(ask.choice));
      loaded.set(whole.id, whole);
      return cutColumn(whole, dayNumber(ask.range.from) as number, dayNumber(ask.range.to) as number);
    }),
  );
  return { lines: linesOf(view, columns, range), range, columns };
}

const cells = ({ column }: Line) =>
  column.values.map((value, i) => [dateText(column.days[i] as number), value] as const);

async function answered(path: string): Promise<ViewEnvelope> {
  const first: ViewEnvelope = JSON.parse((await app.get(path)).text);
  for (let next = first.pagination.next_url; next !== null; ) {
    const page: ViewEnvelope = JSON.parse((await app.get(`/api/v1${next}`)).text);
    first.data.push(...page.data);
    next = page.pagination.next_url;
  }
  return first;
}

const csv = async (path: string) => (await app.get(path)).text.trimEnd().split('\n').map(csvRow);

const NOW = new Date(`${TODAY}T12:00:00Z`);
const BASE = 'http://127.0.0.1:4780';
const choice = { ...usualChoice('en-US'), format: 'json' as const, layout: 'long' as const };

/** Makes the table in the service, from the page's export request. */
function exportedBy(view: View, range: DateRange): Promise<TableExport> {
  return askedExport(reader, exportRequest(view, range, choice, BASE), '1.2.3', NOW);
}

/** Makes the same table from the page's lines. */
function tableOf(view: View, lines: readonly Line[], range: DateRange): TableExport {
  const shown = lines.filter(({ hidden }) => !hidden);
  const about = { now: NOW.toISOString(), version: '1.2.3', heading: view.heading };
  const told = viewProvenance(shown, range, (id) => catalog.datasets.find((one) => one.id === id), about);
  const path = requestPath({ ...requestSearch(view, range), format: 'csv' });
  return {
    name: fileStem(shown, range, told.is_sample),
    format: 'json',
    layout: 'long',
    csv: PLAIN_CSV,
    zipped: false,
    lines: tableLines(namedLines(view, shown, range)),
    provenance: { ...told, requests: [BASE + path], not_in_requests: [] },
  };
}

test('the API, its CSV, the copied request and the export give exactly what the page draws, for every view', async () => {
  await fc.assert(
    fc.asyncProperty(views, async (view) => {
      // The API refuses settings that a line cannot have (tests/view/asked.test.ts); the page ignores them.
      const asked = viewSearch(fittedView(view).view);
      const { lines, range, columns } = await drawn(view);
      const shown = lines.filter(({ hidden }) => !hidden);
      const { meta, data } = await answered(requestPath(asked));
      expect(meta.range).toEqual(range);
      expect(meta.lines.map((line) => line.series ?? `=${line.formula}`)).toEqual(
        shown.map(({ id, choice }) => (choice ? seriesId(choice) : id.replace(/:[a-h]$/, ''))),
      );
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
      expect(lines.map(({ column, id }) => column.id === id)).not.toContain(false);
      expect(meta.lines.map(({ unit }) => unit)).toEqual(shown.map(({ unit }) => unit));
      for (const [i, { notes }] of meta.lines.entries())
        expect(shown[i]?.notes).toEqual(expect.arrayContaining(notes));
      const rows = Map.groupBy(data, ({ line }) => line);
      for (const [i, line] of shown.entries()) {
        const name = meta.lines[i]?.line ?? '';
        expect(rows.get(name)?.map(({ date, value }) => [date, value]) ?? []).toEqual(cells(line));
      }
      const order = new Map(meta.lines.map(({ line }, i) => [line, i]));
      const places = data.map(({ date, line }) => `${date} ${order.get(line)}`);
      expect(places).toEqual(places.toSorted());

      const [header, ...long] = await csv(requestPath({ ...asked, format: 'csv', layout: 'long' }));
      expect(header).toEqual(['date', 'line', 'value']);
      expect(long).toEqual(data.map(({ date, line, value }) => [date, line, value]));

      const [names, ...wide] = await csv(requestPath({ ...asked, format: 'csv', layout: 'wide' }));
      expect(names).toEqual(['date', ...meta.lines.map(({ line }) => line)]);
      const found = wide.flatMap(([date, ...values]) =>
        values.flatMap((value, i) => (value === '' ? [] : [[date, names?.[i + 1], value]])),
      );
      expect(found).toEqual(long);
      expect(new Set(wide.map(([date]) => date)).size).toBe(wide.length);

      // Without a drawn line there is no request to copy.
      if (shown.length === 0) return;
      const fixed = withIndexDates(view, lines);
      const copied = await answered(requestPath(requestSearch(fixed, range)));
      expect(copied.data.map(({ date, value }) => [date, value])).toEqual(
        data.map(({ date, value }) => [date, value]),
      );
      const drawnAs = fittedView(fixed).view;
      expect(await exportedBy(fixed, range)).toEqual(
        tableOf(drawnAs, linesOf(drawnAs, columns, range), range),
      );
    }),
    { numRuns: 40 },
  );
}, 300_000);

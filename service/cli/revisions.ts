import path from 'node:path';
import { dateText, minuteText } from '../calendar/dates.ts';
import { storedSeries } from '../datasets/index.ts';
import { commandLine } from '../process/command-line.ts';
import { csvCell } from '../series-math/spreadsheet-cells.ts';
import type { Reader, Revision, RevisionQuery } from '../store/index.ts';
import { type Command, DATA_DIR, type Given, JSON_SWITCH, option, wrong } from './command.ts';
import { withData } from './open-data.ts';
import { alignColumns, print, printable, printToStderr } from './output.ts';
import { areasOf, codesOf, datasetOf, dayOption, listOption } from './selection-words.ts';

/** How many rows are read and written at a time. */
const PAGE_ROWS = 1000;
/** The columns of CSV and the field names of JSON. */
const COLUMNS: Readonly<Record<string, (row: SourcedRevision) => string | number>> = {
  date: (row) => dateText(row.day),
  series: (row) => row.code,
  state: (row) => row.area,
  old_value: (row) => row.oldValue,
  new_value: (row) => row.newValue,
  first_seen: (row) => row.firstSeen,
  superseded_at: (row) => row.supersededAt,
  old_run: (row) => row.oldRun,
  new_run: (row) => row.newRun,
  new_source: (row) => row.source,
  new_location: (row) => row.location,
};

export const revisions: Command = {
  usage: ['revisions DATASET [--series a,b] [--state CA,NY] [--since D] [--json | --csv]'],
  description: [
    'Lists the values that were replaced by others, newest first: what the value was, what it became, when each was first',
    'seen here, and which file or address brought the new one. A value is seen when it is fetched or imported, so an old',
    'file that is imported late revises, too. Times are UTC.',
  ],
  options: [
    option('--series a,b', 'series codes', 'all of the dataset'),
    option('--state CA,NY', 'postal codes, for state-level claims'),
    option('--since D', 'only what was replaced on this day (UTC) or later, YYYY-MM-DD'),
    JSON_SWITCH,
    option('--csv', 'print CSV'),
    DATA_DIR,
  ],
  examples: ['revisions jolts --since 2026-01-01', 'revisions us_debt --series debt_held_by_public --csv'],
  async run(given) {
    const query = queryOf(given);
    if (given.has('json') && given.has('csv')) throw wrong('--json and --csv exclude each other: give one.');
    const write = given.has('json') ? asJson : given.has('csv') ? asCsv : asTable;
    await withData(given, async (reader) => write(reader ? pagesOf(reader, query) : []));
  },
};

/** A revision with the run that brought the new value. */
type SourcedRevision = Revision & { source: string; location: string };

function queryOf(given: Given): RevisionQuery {
  const dataset = datasetOf('revisions', given.words);
  if (dataset.kind === 'list')
    throw wrong(
      `constituents are kept as whole lists. This shows which list replaced which: ${commandLine`explain constituents CODE DATE`}`,
    );
  const asked = listOption(given, 'series');
  const known = storedSeries(dataset).map(({ code }) => code);
  const since = given.text('since');
  return {
    dataset: dataset.id,
    codes: asked && codesOf(dataset, asked, known),
    areas: areasOf(given, dataset),
    since: since === undefined ? undefined : dayOption('--since', since),
  };
}

function* pagesOf(reader: Reader, query: RevisionQuery): Generator<SourcedRevision[]> {
  let after: ReturnType<Reader['revisions']>['last'];
  do {
    const { rows, last } = reader.revisions(query, { after, limit: PAGE_ROWS });
    const runs = new Map([...new Set(rows.map(({ newRun }) => newRun))].map((id) => [id, reader.run(id)]));
    yield rows.map((row) => {
      const { source = '', location = '' } = runs.get(row.newRun) ?? {};
      return { ...row, source, location };
    });
    after = last;
  } while (after);
}

function asTable(pages: Iterable<SourcedRevision[]>): void {
  const header = ['DATE', 'SERIES', 'OLD', 'NEW', 'FIRST SEEN', 'REPLACED', 'BY'];
  let count = 0;
  for (const page of pages) {
    const rows = page.map((row) => [
      dateText(row.day),
      row.area === '' ? row.code : `${row.code} ${row.area}`,
      row.oldValue,
      row.newValue,
      minuteText(row.firstSeen),
      minuteText(row.supersededAt),
      `run ${row.newRun}, ${runPlace(row)}`,
    ]);
    if (rows.length > 0) print(...alignColumns([header, ...rows], 2, 3));
    count += rows.length;
  }
  if (count === 0) printToStderr('No revisions.');
}

function asJson(pages: Iterable<SourcedRevision[]>): void {
  let before = '[';
  for (const page of pages)
    for (const row of page) {
      const named = Object.entries(COLUMNS).map(([name, cell]) => [name, cell(row)]);
      print(`${before}${JSON.stringify(Object.fromEntries(named))}`);
      before = ',';
    }
  print(before === '[' ? '[]' : ']');
}

function asCsv(pages: Iterable<SourcedRevision[]>): void {
  print(Object.keys(COLUMNS).join(','));
  const lineOf = (row: SourcedRevision) =>
    Object.values(COLUMNS)
      .map((cell) => csvCell(String(cell(row))))
      .join(',');
  for (const page of pages) for (const row of page) print(lineOf(row));
}

/** @returns a run's source on one line: a file's name, an address, or 'sample data'. */
function runPlace({ location }: SourcedRevision): string {
  if (location === '') return 'sample data';
  return printable(/^https?:/.test(location) ? location : path.basename(location));
}

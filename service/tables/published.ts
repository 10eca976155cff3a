import { dateText } from '../calendar/dates.ts';
import { APP_NAME } from '../contract/names.ts';
import type { ExportProvenance } from '../contract/table-export.ts';
import type { TableFormat } from '../contract/table-formats.ts';
import type { Series } from '../datasets/types.ts';
import { type Derivation, derivedPages } from '../derived/index.ts';
import { UNITS_NAMES } from '../series-math/fred-codes.ts';
import { askedFrequency, cadenceText, frequencyName, publishedFrequency } from '../series-math/frequency.ts';
import { isRateUnits, unitsAxisText } from '../series-math/units.ts';
import {
  type ConstituentPage,
  type ObservationRows,
  type ObservationText,
  observationTexts,
  type Position,
  type Reader,
} from '../store/index.ts';
import { citation } from '../view/index.ts';
import { PIECE_ROWS, tablePieces, wideTable } from './drawn.ts';
import { constituentBytes, rowBytes } from './row-bytes.ts';
import type {
  ExportContext,
  ExportCounts,
  Exported,
  ExportSelection,
  ExportTable,
  Readme,
  TableColumn,
  TablePiece,
} from './types.ts';

export function published(context: ExportContext): Exported {
  const { selection, created, version } = context;
  const counts: ExportCounts = { rows: 0, observations: 0, first: null, last: null };
  return {
    table: () => ({
      name: selection.dataset.title,
      columns: storedColumns(selection),
      pieces: () => storedPieces(context, counts),
    }),
    sheets: (check) =>
      selection.dataset.kind === 'list'
        ? [listSheet(context, counts, check)]
        : frequencySheets(context, counts, check),
    title: selection.dataset.title,
    creator: `${APP_NAME} ${version}`,
    created,
    head: () => describeSelection(context),
    footer: {
      createdBy: `${APP_NAME} version ${version}`,
      facts: { ...describeSelection(context), created: created.toISOString() },
    },
    readme: (notes) => readmeOf(context, counts, notes),
    provenance: () => selectionProvenance(context, counts),
    series: selection.codes.length,
    counts: () => counts,
  };
}

/** The dataset, then dates, units and frequency if they were given, and 'sample' for sample data. */
export function exportFileName({ selection, origin }: ExportContext, format: TableFormat): string {
  const { units, to } = selection.derivation ?? {};
  const parts = [
    selection.dataset.id,
    selection.from === undefined ? undefined : `from-${dateText(selection.from)}`,
    selection.to === undefined ? undefined : `to-${dateText(selection.to)}`,
    units === undefined || units === 'lin' ? undefined : units,
    to && askedFrequency(to.cadence),
    origin === 'sample' ? 'sample' : undefined,
  ];
  return `${parts.filter((part) => part !== undefined).join('-')}.${format}`;
}

function listSheet(
  context: ExportContext,
  counts: ExportCounts,
  check: (cells: number) => void,
): ExportTable {
  const columns = storedColumns(context.selection);
  const rows: string[][] = [];
  for (const piece of storedPieces(context, counts)) {
    const texts = columns.map((_, at) => piece.texts(at));
    for (let row = 0; row < piece.count; row++) rows.push(texts.map((column) => column[row] ?? ''));
    check(rows.length * columns.length);
  }
  return { name: 'Constituents', columns, pieces: () => tablePieces(rows) };
}

function frequencySheets(
  context: ExportContext,
  counts: ExportCounts,
  check: (cells: number) => void,
): ExportTable[] {
  const codesOf = Map.groupBy(describeSeries(context), (series) => series.frequency ?? 'Data');
  const tables = [...codesOf].map(([name, series]) =>
    wideTable(
      name,
      series.map(({ code }) => code),
      context.selection.dataset.byState,
    ),
  );
  const places = new Map(
    [...codesOf.values()].flatMap((series, table) =>
      series.map(({ code }, column) => [code, { table: tables[table], column }] as const),
    ),
  );
  const checkAll = () => check(tables.reduce((sum, table) => sum + table.cells(), 0));
  for (const piece of storedPieces(context, counts)) {
    for (const { day, code, area, value } of piece.observations()) {
      const place = places.get(code);
      place?.table?.add(dateText(day), area, place.column, value);
    }
    checkAll();
  }
  const finished = tables.map((table) => table.finish());
  checkAll();
  return finished;
}

function readmeOf(context: ExportContext, { rows }: ExportCounts, notes: Readme['facts']): Readme {
  const { dataset, from, to, areas, onOrBefore } = context.selection;
  const series = describeSeries(context);
  const range = [from === undefined ? 'first' : dateText(from), to === undefined ? 'last' : dateText(to)];
  return {
    title: dataset.title,
    facts: [
      ['Description', dataset.description],
      ['Origin', ORIGINS[context.origin ?? 'none']],
      ['Publisher', dataset.publisher],
      ['Source', dataset.source.name, dataset.source.url],
      ['Licence', dataset.licence],
      ...series.flatMap(({ code, terms }) => (terms === undefined ? [] : [['Terms', terms, code]])),
      ['Dates', onOrBefore === undefined ? range.join(' to ') : dateText(onOrBefore)],
      ...(areas ? [['States', areas.join(', ')]] : []),
      ['Observations', rows],
      ['Created', `${context.created.toISOString()} by ${APP_NAME} ${context.version}`],
      ...dataset.notes.map((note) => ['Note', note]),
      ...notes,
    ],
    header: ['Series', 'Title', 'Unit', 'Power of ten', 'Frequency', 'Seasonal adjustment'],
    rows: series.map((one) => [
      one.code,
      one.title ?? null,
      one.unit ?? null,
      one.multiplier ?? null,
      one.frequencyText ?? null,
      one.seasonalAdjustment ?? null,
    ]),
    widths: [40, 60, 40, 14, 28, 22],
  };
}

function selectionProvenance(context: ExportContext, tally: ExportCounts): ExportProvenance {
  const { reader, selection, origin, created, version } = context;
  const { dataset, from, to, derivation } = selection;
  const now = created.toISOString();
  const loaded = reader.holdings().find((one) => one.dataset === dataset.id)?.updatedAt ?? null;
  const units = UNITS_NAMES[derivation?.units ?? 'lin'];
  return {
    title: dataset.title,
    created: now,
    app: `Almanac ${version}`,
    range: {
      from: tally.first ?? (from === undefined ? '' : dateText(from)),
      to: tally.last ?? (to === undefined ? '' : dateText(to)),
    },
    is_sample: origin === 'sample',
    lines: describeSeries(context).map(({ code, title = code, unit = '', frequencyText, terms }) => {
      const id = `${dataset.id}.${code}`;
      return {
        id,
        title,
        code: id,
        formula: null,
        publisher: dataset.publisher,
        source: dataset.source.url,
        origin: origin ?? null,
        loaded,
        units,
        unit,
        frequency: frequencyText ?? publishedFrequency(dataset),
        notes: [...(terms === undefined ? [] : [`Terms: ${terms}`]), ...dataset.notes],
        citation: citation({ publisher: dataset.publisher, title, id, loaded, now, version }),
      };
    }),
    requests: [],
    not_in_requests: [],
  };
}

const ORIGINS = {
  publisher: 'Fetched from the publisher.',
  file: 'Imported from a file.',
  sample: 'Sample data made up by Almanac: not real figures.',
  none: 'Almanac holds no data of this dataset.',
};

/** The catalogue's facts about a series; for unlisted codes of constituents only the code. */
type SeriesDescription = Pick<Series, 'code'> &
  Partial<
    Pick<Series, 'terms' | 'title' | 'unit' | 'multiplier' | 'seasonalAdjustment'> & {
      frequency: string;
      /** 'Weekly, as of Wednesday'. */
      frequencyText: string;
    }
  >;

function describeSeries({ selection }: ExportContext): SeriesDescription[] {
  return selection.codes.map((code) => {
    const series = selection.dataset.series.find((one) => one.code === code);
    if (series)
      return {
        ...series,
        frequencyText: publishedFrequency(selection.dataset),
        ...calculated(series, selection.derivation),
      };
    return { code, ...(selection.dataset.kind === 'list' && { terms: selection.dataset.licence }) };
  });
}

function calculated(series: Series, derivation: Derivation | undefined): Partial<SeriesDescription> {
  if (!derivation) return {};
  const { units, indexDay, to } = derivation;
  return {
    unit: unitsAxisText(units, series.unit, indexDay),
    multiplier: isRateUnits(units) ? 0 : series.multiplier,
    ...(to && {
      frequency: frequencyName(to.cadence.frequency),
      frequencyText: `${cadenceText(to.cadence)}, ${to.methods[series.code]}`,
    }),
  };
}

/** Depends on the data alone, so that the same data give the same text at any time. */
export function describeSelection(context: ExportContext) {
  const { dataset, areas, onOrBefore, from, to, asOf, derivation } = context.selection;
  return {
    dataset: dataset.id,
    title: dataset.title,
    origin: context.origin ?? null,
    publisher: dataset.publisher,
    source: dataset.source,
    licence: dataset.licence,
    date_from: from === undefined ? null : dateText(from),
    date_to: to === undefined ? null : dateText(to),
    ...(onOrBefore !== undefined && { list_date: dateText(onOrBefore) }),
    ...(areas && { states: areas }),
    ...(asOf && { as_of: asOf }),
    ...describeDerivation(derivation),
    notes: dataset.notes,
    series: describeSeries(context).map((series) => ({
      code: series.code,
      title: series.title,
      unit: series.unit,
      multiplier: series.multiplier,
      frequency: series.frequencyText,
      seasonal_adjustment: series.seasonalAdjustment,
      terms: series.terms,
    })),
  };
}

/** Describes a derivation by the API's parameter names. */
function describeDerivation(derivation: Derivation | undefined): Record<string, string> {
  if (!derivation) return {};
  const { units, indexDay, to } = derivation;
  return {
    units,
    ...(to && { frequency: askedFrequency(to.cadence) }),
    ...(indexDay !== undefined && { index_date: dateText(indexDay) }),
  };
}

/** 0001-01-01 and 9999-12-31, which no history exceeds. */
const FIRST_DAY = -719162;
const LAST_DAY = 2932896;

const LIST_COLUMNS: readonly TableColumn[] = [
  { name: 'series', kind: 'text' },
  { name: 'as_of', kind: 'date' },
  { name: 'ticker', kind: 'text' },
  { name: 'name', kind: 'text' },
  { name: 'sector', kind: 'text' },
  { name: 'weight', kind: 'number' },
];

export function storedColumns({ dataset }: ExportSelection): readonly TableColumn[] {
  if (dataset.kind === 'list') return LIST_COLUMNS;
  return [
    { name: 'date', kind: 'date' },
    { name: 'series', kind: 'text' },
    ...(dataset.byState ? [{ name: 'state', kind: 'text' as const }] : []),
    { name: 'value', kind: 'number' },
  ];
}

type StoredPiece = TablePiece & { observations(): readonly ObservationText[] };

/** Reads all rows of a selection in the API's order, and counts them for the receipt. */
function* storedPieces(context: ExportContext, counts: ExportCounts): Generator<StoredPiece, void> {
  const { reader, selection } = context;
  if (selection.dataset.kind === 'list') {
    for (const code of selection.codes) yield* listPieces(reader, code, selection.onOrBefore, counts);
    return;
  }
  const { dataset, derivation, codes, areas, from = FIRST_DAY, to = LAST_DAY } = selection;
  const stored = { dataset: dataset.id, codes, areas, from, to };
  const read = derivation
    ? derivedPages(reader, dataset, stored, derivation)
    : (page: Parameters<Reader['observations']>[1]) => reader.observations(stored, page);
  const version = reader.dataVersion();
  const total = derivation ? undefined : reader.countObservations(stored);
  let rows = 0;
  let after: Position | undefined;
  for (;;) {
    const page = read({ after, limit: PIECE_ROWS });
    if (page.last) {
      count(counts, page.count, dateText(firstDay(page)), dateText(page.last.day));
      yield observationPiece(page, storedColumns(selection));
    }
    rows += page.count;
    if (!page.more) break;
    after = page.last;
  }
  // If data changed meanwhile, the caller starts the export again.
  if (total !== undefined && rows !== total && reader.dataVersion() === version)
    reader.damaged(`${rows} rows of ${dataset.id} were read where ${total} are counted`);
}

function observationPiece(page: ObservationRows, columns: readonly TableColumn[]): StoredPiece {
  let known: readonly ObservationText[] | undefined;
  const observations = () => {
    known ??= observationTexts(page);
    return known;
  };
  const cells: Record<string, (row: ObservationText) => string> = {
    date: ({ day }) => dateText(day),
    series: ({ code }) => code,
    state: ({ area }) => area,
    value: ({ value }) => value,
  };
  return {
    count: page.count,
    texts: (column) => observations().map(cells[columns[column]?.name ?? ''] ?? (() => '')),
    bytes: (format) => rowBytes(page, format),
    observations,
  };
}

function* listPieces(
  reader: Reader,
  code: string,
  onOrBefore: number | undefined,
  counts: ExportCounts,
): Generator<StoredPiece, void> {
  for (let offset = 0; ; ) {
    const page = reader.constituents(code, { offset, limit: PIECE_ROWS, onOrBefore });
    if (!page || page.rows.length === 0) return;
    const asOf = dateText(page.asOf);
    count(counts, page.rows.length, asOf, asOf);
    yield listPiece(code, asOf, page);
    offset += page.rows.length;
    if (offset >= page.total) return;
  }
}

function listPiece(series: string, as_of: string, page: ConstituentPage): StoredPiece {
  const { rows } = page;
  return {
    count: rows.length,
    texts: (column) =>
      rows.map(
        ({ ticker, name, sector, weight }) => [series, as_of, ticker, name, sector, weight][column] ?? '',
      ),
    bytes: (format) => constituentBytes(series, page, format).body,
    observations: () => [],
  };
}

function count(counts: ExportCounts, rows: number, first: string, last: string): void {
  counts.rows += rows;
  counts.observations += rows;
  counts.first = counts.first === null || first < counts.first ? first : counts.first;
  counts.last = counts.last === null || last > counts.last ? last : counts.last;
}

function firstDay({ columns, order }: ObservationRows): number {
  const { days, start } = columns[order[0] as number] as ObservationRows['columns'][number];
  return days[start] as number;
}

import { dateText } from '../calendar/dates.ts';
import { derivedPages } from '../derived/index.ts';
import {
  type ConstituentPage,
  type ObservationRows,
  type ObservationText,
  observationTexts,
  type Position,
  type Reader,
} from '../store/index.ts';
import { constituentBytes, rowBytes } from './row-bytes.ts';
import type { ExportContext, ExportCounts, ExportSelection, TableColumn, TablePiece } from './types.ts';
import { PIECE_ROWS } from './wide-table.ts';

/** 0001-01-01 and 9999-12-31: every history lies between them. */
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

export type StoredPiece = TablePiece & { observations(): readonly ObservationText[] };

/** Reads all rows of a selection in the order of the API, and counts them: the receipt has what was really written. */
export function* storedPieces(context: ExportContext, counts: ExportCounts): Generator<StoredPiece, void> {
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
  // If the data were changed meanwhile, the caller starts the export again.
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
    texts: (column) => rows.map((row) => Object.values({ series, as_of, ...textsOf(row) })[column] ?? ''),
    bytes: (format) => constituentBytes(series, page, format).body,
    observations: () => [],
  };
}

function textsOf({ ticker, name, sector, weight }: ConstituentPage['rows'][number]): Record<string, string> {
  return { ticker, name, sector, weight };
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

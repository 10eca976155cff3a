import { dateText } from '../calendar/dates.ts';
import type { EconomicRecord } from '../contract/economic.ts';
import type { ConstituentRow } from '../contract/market.ts';
import { derivedPages } from '../derived/index.ts';
import type { ObservationRows, Position, Reader } from '../store/types.ts';
import { constituentBytes, type RowFormat, rowBytes } from './row-bytes.ts';
import type { RowTally } from './tally.ts';
import type { ExportContext, ExportSelection } from './types.ts';

/** Rows of a chunk: enough to make the cost of a statement small, few enough to keep memory flat. */
const CHUNK_ROWS = 5000;
/** Days of the years 0001 and 9999: wider than any history. */
const FIRST_DAY = -719162;
const LAST_DAY = 2932896;

/** A row of any export as the API writes it; all fields text. */
export type ExportRow = EconomicRecord | ConstituentRow;

/** @returns the column names of the rows of a dataset, in their order. */
export function columnsOf({ dataset }: ExportSelection): readonly string[] {
  if (dataset.kind === 'list') return ['series', 'as_of', 'ticker', 'name', 'sector', 'weight'];
  return dataset.byState ? ['date', 'series', 'state', 'value'] : ['date', 'series', 'value'];
}

/**
 * All rows of a selection, in chunks of bytes, in the order of the API; `tally` is kept as they go. A chunk goes on where
 * the one before stopped, so that its cost does not grow and no limit cuts the answer short.
 */
export function* rowChunks(
  context: ExportContext,
  format: RowFormat,
  tally: RowTally,
): Generator<Buffer, void> {
  const { reader, selection } = context;
  if (selection.dataset.kind === 'list') {
    for (const code of selection.codes) yield* constituentChunks(reader, code, format, tally);
    return;
  }
  const stored = {
    dataset: selection.dataset.id,
    codes: selection.codes,
    areas: selection.areas,
    from: selection.from ?? FIRST_DAY,
    to: selection.to ?? LAST_DAY,
  };
  const { dataset, derivation } = selection;
  const read = derivation
    ? derivedPages(reader, dataset, stored, derivation)
    : (page: Parameters<Reader['observations']>[1]) => reader.observations(stored, page);
  const version = reader.dataVersion();
  const total = derivation ? undefined : reader.countObservations(stored);
  let rows = 0;
  let after: Position | undefined;
  for (;;) {
    const page = read({ after, limit: CHUNK_ROWS });
    if (page.last) {
      tally.first ??= dateText(firstDay(page));
      tally.last = dateText(page.last.day);
      tally.rows += page.count;
      yield rowBytes(page, format);
    }
    rows += page.count;
    if (!page.more) break;
    after = page.last;
  }
  // Where the data were changed meanwhile the export begins anew.
  if (total !== undefined && rows !== total && reader.dataVersion() === version)
    reader.damaged(`${rows} rows of ${dataset.id} were read where ${total} are counted`);
}

/** The same rows as objects, for the formats that do not take the store's bytes as they are. */
export function* rowObjects(context: ExportContext, tally: RowTally): Generator<ExportRow[], void> {
  for (const body of rowChunks(context, 'json', tally)) {
    yield JSON.parse(`[${body.toString('utf8')}]`) as ExportRow[];
  }
}

function* constituentChunks(
  reader: Reader,
  code: string,
  format: RowFormat,
  tally: RowTally,
): Generator<Buffer, void> {
  for (let offset = 0; ; ) {
    const page = reader.constituents(code, { offset, limit: CHUNK_ROWS });
    if (!page || page.rows.length === 0) return;
    const asOf = dateText(page.asOf);
    tally.first = tally.first === undefined || asOf < tally.first ? asOf : tally.first;
    tally.last = tally.last === undefined || asOf > tally.last ? asOf : tally.last;
    tally.rows += page.rows.length;
    yield constituentBytes(code, page, format).body;
    offset += page.rows.length;
    if (offset >= page.total) return;
  }
}

function firstDay({ days, columns, order }: ObservationRows): number {
  return days[columns[order[0] as number]?.start as number] as number;
}

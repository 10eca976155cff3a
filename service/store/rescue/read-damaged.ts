import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../contract/failure.ts';
import { column as counted, type Database } from '../open-database.ts';
import { FIRST_DAY, LAST_DAY } from '../row-checks.ts';
import { STRETCH_BITS, STRETCH_DAYS } from '../series-index.ts';
import { openRows, type PartRead, rescuedTable, TABLE_NAMES, type TableName } from './open-damaged.ts';

export type RescueOptions = {
  signal: AbortSignal;
  /** Called now and then with the number of rows read (observations and members), and of all in the file. */
  onProgress: (state: { rows: number; allRows: number }) => void;
};

type Reading = {
  rowsOf: ReturnType<typeof openRows>;
  db: Database;
  options: RescueOptions;
  rows: number;
  allRows: number;
  turnAt: number;
};

/** A range of keys to read. `outer`: the first column's value, if the key has several columns. */
type Span = { outer: number; low: number; high: number };

/** Ids are dense, so after this many blocks of ids without a row there are no more rows. */
const EMPTY_BLOCKS = 64;
/** With at least this many spans, it is worth testing first whether any of them can be reached. */
const MANY_SPANS = 20;
const TURN_MS = 40;

const IDS: readonly Span[] = [{ outer: 0, low: 1, high: 2 ** 31 - 1 }];
const NO_SAMPLE = "dataset NOT IN (SELECT id FROM found_dataset WHERE origin = 'sample')";
const COUNTED_ROWS = `SELECT (SELECT total(count) FROM found_series WHERE ${NO_SAMPLE})
  + (SELECT total(count) FROM found_constituent_list WHERE ${NO_SAMPLE})`;
/** The days of each series according to its row and its counts; otherwise all days that publishers cover. */
const DAYS = `
  WITH shown(id, day) AS (
    SELECT id, first FROM found_series UNION ALL SELECT id, last FROM found_series
    UNION ALL SELECT series_id, stretch * ${STRETCH_DAYS} FROM found_stretch
    UNION ALL SELECT series_id, (stretch + 1) * ${STRETCH_DAYS} - 1 FROM found_stretch)
  SELECT id AS outer, coalesce(min(day), unixepoch('1776-01-01') / 86400) AS low,
    coalesce(max(day), unixepoch('2100-01-01') / 86400) AS high
  FROM found_series LEFT JOIN shown USING (id) WHERE ${NO_SAMPLE} GROUP BY id HAVING count IS NOT 0 OR max(day) IS NOT NULL`;
const STRETCHES = `SELECT id AS outer, ${FIRST_DAY >> STRETCH_BITS} AS low, ${LAST_DAY >> STRETCH_BITS} AS high FROM found_series`;
const RANKS = 'SELECT id AS outer, 0 AS low, min(count, 100000) - 1 AS high FROM found_constituent_list';
const SERIES_OF_RUNS =
  'SELECT id AS outer, 1 AS low, (SELECT max(id) FROM found_series) AS high FROM found_run';

/** Reads a damaged file into temporary tables `found_…`. @returns notes. @throws Failure 'cancelled'. */
export async function readDamaged(
  damaged: Database,
  db: Database,
  options: RescueOptions,
): Promise<string[]> {
  for (const table of TABLE_NAMES) {
    const { columns, key } = rescuedTable(table);
    db.exec(`CREATE TEMP TABLE found_${table}(${columns}, PRIMARY KEY (${key})) WITHOUT ROWID`);
  }
  const reading: Reading = { rowsOf: openRows(damaged), db, options, rows: 0, allRows: 0, turnAt: 0 };
  const spans = (sql: string) => db.prepare<[], Span>(sql).all();
  await readEnds(reading, 'dataset');
  await readSpans(reading, 'run', IDS);
  const hasNames = [await readEnds(reading, 'series_name'), await readSpans(reading, 'series', IDS)];
  settleNames(db);
  if (!(await readEnds(reading, 'stretch'))) await readSpans(reading, 'stretch', spans(STRETCHES));
  await readSpans(reading, 'constituent_list', IDS);
  reading.allRows = Number(db.prepare(COUNTED_ROWS).pluck().get());
  await readSpans(reading, 'constituent', spans(RANKS));
  await readSpans(reading, 'observation', spans(DAYS));
  await readSpans(reading, 'revision', spans(DAYS));
  await readSpans(reading, 'summed_rows', spans(SERIES_OF_RUNS));
  await pause(reading);
  return hasNames.includes(true)
    ? []
    : ['Not all names of series can be read: series may be lost that are not listed here.'];
}

/** Adds names that only the index has. Leaves out series with contradictory or repeated names. */
function settleNames(db: Database): void {
  db.exec(`
    INSERT OR IGNORE INTO found_series(id, dataset, code, area) SELECT id, dataset, code, area FROM found_series_name;
    DELETE FROM found_series WHERE id IN (
      SELECT id FROM found_series s JOIN found_series_name n USING (id)
        WHERE (s.dataset, s.code, s.area) <> (n.dataset, n.code, n.area))
      OR (dataset, code, area) IN (SELECT dataset, code, area FROM found_series GROUP BY 1, 2, 3 HAVING count(*) > 1)`);
}

async function pause(reading: Reading): Promise<void> {
  const { rows, allRows, options } = reading;
  options.onProgress({ rows, allRows: Math.max(rows, allRows) });
  await turn();
  if (options.signal.aborted) throw new Failure('cancelled', 'The rescue was cancelled. Nothing was stored.');
  reading.turnAt = performance.now() + TURN_MS;
}

function openKeep(db: Database, table: TableName): (rows: readonly unknown[][]) => void {
  const { columns, isPlausible } = rescuedTable(table);
  const insert = db.prepare(`INSERT OR IGNORE INTO found_${table} VALUES (${columns.map(() => '?')})`);
  return (rows) => {
    for (const cells of rows) if (isPlausible(cells)) insert.run(cells);
  };
}

/** @returns whether the whole table was read. */
async function readEnds(reading: Reading, table: TableName): Promise<boolean> {
  await pause(reading);
  const keep = openKeep(reading.db, table);
  return rescuedTable(table).ends.some((sql) => {
    const { rows, isWhole } = reading.rowsOf(sql);
    keep(rows);
    return isWhole;
  });
}

/** Reads a table in blocks of keys, around the damage in each. @returns whether all of it could be read. */
async function readSpans(reading: Reading, table: TableName, spans: readonly Span[]): Promise<boolean> {
  await pause(reading);
  const { columns, key } = rescuedTable(table);
  const [outer, column = ''] = key.length > 1 ? key : ['0', ...key];
  const select = `SELECT ${columns} FROM ${table} WHERE ${outer} = ? AND ${column} BETWEEN ? AND ? ORDER BY ${column}`;
  // If the root page of a table is lost, no span can be reached.
  const isReachable = ({ outer: first, low, high }: Span) =>
    ['ASC', 'DESC'].some(
      (order) => reading.rowsOf(`${select} ${order} LIMIT 1`, first, low, high).rows.length > 0,
    );
  if (spans.length >= MANY_SPANS && !spans.some(isReachable)) return false;
  const keep = openKeep(reading.db, table);
  const counts = counted<number, [number, number]>(
    reading.db,
    'SELECT count FROM found_stretch WHERE series_id = ? AND stretch = ?',
  );
  let isWhole = true;
  for (const span of spans) {
    let empty = 0;
    for (let block = span.low >> STRETCH_BITS; block <= span.high >> STRETCH_BITS; block++) {
      const low = Math.max(span.low, block << STRETCH_BITS);
      const high = Math.min(span.high, (block << STRETCH_BITS) + STRETCH_DAYS - 1);
      const counted = table === 'observation' ? (counts.get(span.outer, block) ?? 0) : 0;
      const read = (from: number, to: number, isBackwards: boolean) => {
        const found = reading.rowsOf(`${select} ${isBackwards ? 'DESC' : 'ASC'}`, span.outer, from, to);
        // A damaged key that is out of order ends a read without an error.
        if (from === low && to === high && found.rows.length < counted) found.isWhole = false;
        isWhole &&= found.isWhole;
        return found;
      };
      const rows = readAround(read, (cells) => Number(cells[columns.indexOf(column)]), low, high);
      keep(rows);
      if (table === 'observation' || table === 'constituent') reading.rows += rows.length;
      if (performance.now() > reading.turnAt) await pause(reading);
      empty = rows.length > 0 ? 0 : empty + 1;
      if (empty >= EMPTY_BLOCKS && spans === IDS) break;
    }
  }
  return isWhole;
}

/** Smaller ranges are not halved. A page has more keys, so no page between two others is missed. */
const SMALLEST_GAP = 64;

/** Reads a range of keys around unreadable rows: from both ends, then each half of the rest. */
export function readAround<Row>(
  read: (from: number, to: number, isBackwards: boolean) => PartRead<Row>,
  keyOf: (row: Row) => number,
  from: number,
  to: number,
): Row[] {
  const { rows: begin, isWhole } = read(from, to, false);
  if (isWhole) return begin;
  const low = begin.length > 0 ? keyOf(begin.at(-1) as Row) + 1 : from;
  const back = low <= to ? read(low, to, true) : { rows: [], isWhole: true };
  const end = back.rows.reverse();
  if (back.isWhole) return [...begin, ...end];
  const high = end.length > 0 ? keyOf(end[0] as Row) - 1 : to;
  if (high - low < SMALLEST_GAP) return [...begin, ...end];
  const middle = Math.floor((low + high) / 2);
  const between = [readAround(read, keyOf, low, middle), readAround(read, keyOf, middle + 1, high)];
  return [...begin, ...between.flat(), ...end];
}

import Sqlite from 'better-sqlite3';
import { dateText } from '../../service/calendar/dates.ts';
import { openReader, openWriter } from '../../service/store/index.ts';
import { encoded } from '../store/encoded.ts';
import { CODES, DATASET, FIRST_DAY, filledFolder, LAST_DAY } from './fill-folder.ts';
import { type BenchRow, printTable, rounds } from './measure.ts';
import { type PlainKey, plainTableFile } from './plain-database.ts';

/**
 * The first request of a page from the store, its body built as bytes, against the ordinary way: `.all()` and
 * `JSON.stringify` over one table, with the key (dataset, date, series) and with (dataset, series, date),
 * which is fairer to pages of few series. No HTTP.
 */

const PAGE = 5000;
const ROUNDS = 40;
// An open writer, as in the service during an import.
const writer = openWriter(filledFolder());
const reader = openReader(filledFolder());
const KEYS: PlainKey[] = ['dataset, date, series', 'dataset, series, date'];
const plain = new Map(KEYS.map((key) => [key, new Sqlite(plainTableFile(key), { readonly: true })]));

function ours(codes: readonly string[], from: number, limit: number): number {
  const started = performance.now();
  const selection = { dataset: DATASET, codes, from, to: LAST_DAY };
  const { count } = encoded(reader.observations(selection, { limit }), 'json');
  const ms = performance.now() - started;
  if (count !== limit) throw new Error(`${count} rows`);
  return ms;
}

function ordinary(key: PlainKey, codes: readonly string[], from: number, limit: number): number {
  const db = plain.get(key);
  if (!db) throw new Error(key);
  const started = performance.now();
  const order = codes.map((code, place) => `WHEN '${code}' THEN ${place}`).join(' ');
  const [where, by] =
    codes.length === 1
      ? ['series = ?', 'date']
      : [`series IN (${codes.map(() => '?').join(',')})`, `date, CASE series ${order} END`];
  const rows = db
    .prepare(
      `SELECT date, series, value FROM obs WHERE dataset = ? AND ${where} AND date BETWEEN ? AND ? ORDER BY ${by} LIMIT ?`,
    )
    .all(DATASET, ...codes, dateText(from), dateText(from + (20 * limit) / codes.length), limit);
  const body = Buffer.from(JSON.stringify(rows));
  const ms = performance.now() - started;
  if (rows.length !== limit || body.length === 0) throw new Error(`${rows.length} rows`);
  return ms;
}

/** Each round begins elsewhere, so that no page is asked for twice. */
async function compare(
  name: string,
  codes: readonly string[],
  limit: number,
  goal: string,
): Promise<BenchRow[]> {
  let round = 0;
  const from = () => FIRST_DAY + (round % 64) * 100 + codes.length;
  const found = await rounds(ROUNDS, {
    ours: () => ours(codes, from(), limit),
    [KEYS[0] as PlainKey]: () => ordinary('dataset, date, series', codes, from(), limit),
    [KEYS[1] as PlainKey]: () => ordinary('dataset, series, date', codes, from() + 0 * round++, limit),
  });
  return KEYS.map((key) => ({
    name,
    ours: `${found.ours?.toFixed(2)} ms`,
    against: `${found[key]?.toFixed(2)} ms .all() + stringify, key (${key})`,
    ratio: `${((found[key] ?? Number.NaN) / (found.ours ?? Number.NaN)).toFixed(2)}×`,
    goal,
  }));
}

printTable(
  [
    await compare(`${PAGE} rows, 5 of 20 series by date`, CODES.slice(0, 5), PAGE, '≥ 2.3×'),
    await compare(`${PAGE} rows, 20 series by date`, CODES, PAGE, ''),
    await compare(`${PAGE} rows, one series`, CODES.slice(3, 4), PAGE, '≥ 3×'),
    await compare('100 rows, 5 of 20 series by date', CODES.slice(0, 5), 100, ''),
    await compare('100 rows, one series', CODES.slice(3, 4), 100, ''),
  ].flat(),
);
for (const db of plain.values()) db.close();
reader.close();
writer.close();

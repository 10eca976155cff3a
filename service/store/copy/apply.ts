import type { Database, Statement } from '../open-database.ts';
import { createRunHashes, differing } from './run-hashes.ts';
import { copiedTables } from './tables.ts';
import {
  type CopiedTable,
  type CopyCell,
  CopyDisagrees,
  type CopyFrame,
  type CopyHead,
  GONE,
} from './types.ts';

type Row = readonly CopyCell[];

/** Columns of which hashes are made. */
const LOOKED_AT = ['id', 'run_id', 'series_id', 'date', 'value', 'row', 'list_id'];
type Places = [number, number, number, number, number, number, number];
const MEMBER_COLUMNS = ['list_id', 'rank', 'ticker', 'name', 'sector', 'weight', 'row'];

/**
 * Writes pulled rows verbatim within the open transaction of a copy, and which publish it then has. Foreign keys must be off on the
 * connection, so that a replaced list keeps its members.
 * @param frames the rows of all tables that are newer than the copy, runs first, and all notes of fetches.
 * @throws CopyDisagrees if what came of a run is not what it wrote, or a row contradicts one that the copy has.
 */
export async function applyFrames(
  db: Database,
  frames: AsyncIterable<CopyFrame>,
  head: CopyHead,
): Promise<{ rows: number }> {
  const tables = copiedTables(db);
  const runs = new Set<number>();
  const runOfList = new Map<number, number>();
  const hashes = createRunHashes(runs);
  const statements = new Map<string, Statement>();
  let rows = 0;
  for (const { name, isNote } of tables) if (isNote) db.exec(`DELETE FROM ${name}`);

  /** @returns what looks at the rows of a table on their way, for the hashes. */
  function lookerOf({ table, columns }: CopyFrame): ((row: Row) => void) | undefined {
    const [id, run, series, day, value, at, list] = LOOKED_AT.map((column) =>
      columns.indexOf(column),
    ) as Places;
    const observed = (row: Row) =>
      hashes.observation(
        Number(row[run]),
        row[series] ?? null,
        row[day] ?? null,
        row[value] ?? null,
        row[at] ?? null,
      );
    const lookers: Readonly<Record<string, (row: Row) => void>> = {
      run: (row) => runs.add(Number(row[id])),
      observation: observed,
      revision: observed,
      constituent_list: (row) => runOfList.set(Number(row[id]), Number(row[run])),
      constituent: (row) =>
        hashes.member(
          runOfList.get(Number(row[list])) ?? 0,
          MEMBER_COLUMNS.map((column) => row[columns.indexOf(column)] ?? null),
        ),
    };
    return lookers[table];
  }

  function insertInto({ name, columns }: CopiedTable): Statement {
    let statement = statements.get(name);
    if (!statement) {
      const places = columns.map(() => '?').join(', ');
      statement = db.prepare(`INSERT OR REPLACE INTO ${name}(${columns.join(', ')}) VALUES (${places})`);
      statements.set(name, statement);
    }
    return statement;
  }

  for await (const frame of frames) {
    rows += frame.rows.length;
    if (frame.table === GONE) {
      for (const [name, key] of frame.rows) deleteRow(db, tables, String(name), JSON.parse(String(key)));
      continue;
    }
    const table = tables.find(({ name }) => name === frame.table);
    if (!table) throw new CopyDisagrees(`there is no table ${frame.table}`);
    const insert = insertInto(table);
    const look = lookerOf(frame);
    for (const row of frame.rows) {
      insert.run(...row);
      look?.(row);
    }
  }
  const found = differing(db, runs, hashes);
  if (found !== undefined) throw new CopyDisagrees(found);
  setHead(db, head);
  return { rows };
}

function deleteRow(db: Database, tables: readonly CopiedTable[], name: string, cells: CopyCell[]): void {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new CopyDisagrees(`there is no table ${name}`);
  const isSame = table.key.map((column) => `${column} = ?`).join(' AND ');
  db.prepare(`DELETE FROM ${name} WHERE ${isSame}`).run(...cells);
}

/** Writes which publish a copy has. */
function setHead(db: Database, head: CopyHead): void {
  db.prepare('UPDATE data_state SET file_id = @fileId, data_version = @dataVersion').run(head);
  db.prepare(
    `INSERT OR REPLACE INTO team_copy(id, team_id, version, publish_id, notes)
     VALUES (1, @teamId, @version, @publishId, @notes)`,
  ).run(head);
}

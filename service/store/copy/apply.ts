import type { Database, Statement } from '../open-database.ts';
import { createRunHashes, differing } from './run-hashes.ts';
import { copiedTables } from './tables.ts';
import { type CopiedTable, type CopyCell, CopyDisagrees, type Frame, GONE, type Head } from './types.ts';

/**
 * Writes pulled rows verbatim within the open transaction of a copy, and which publish it then has. Foreign keys must be off on the
 * connection, so that a replaced list keeps its members.
 * @param frames the rows of all tables that are newer than the copy, runs first, and all notes of fetches.
 * @throws CopyDisagrees if what came of a run is not what it wrote, or a row contradicts one that the copy has.
 */
export async function applyFrames(
  db: Database,
  frames: AsyncIterable<Frame>,
  head: Head,
): Promise<{ rows: number }> {
  const tables = copiedTables(db);
  const runs = new Set<number>();
  const runOfList = new Map<number, number>();
  const hashes = createRunHashes(runs);
  const statements = new Map<string, Statement>();
  let rows = 0;
  for (const { name, isNote } of tables) if (isNote) db.exec(`DELETE FROM ${name}`);

  /** Looks at rows on their way, for the hashes. */
  const see: Readonly<Record<string, (row: Readonly<Record<string, CopyCell>>) => void>> = {
    run: (row) => runs.add(Number(row.id)),
    observation: (row) => hashes.observation(Number(row.run_id), observed(row)),
    revision: (row) => hashes.observation(Number(row.run_id), observed(row)),
    constituent_list: (row) => runOfList.set(Number(row.id), Number(row.run_id)),
    constituent: (row) => {
      const { list_id, rank, ticker, name, sector, weight, row: at } = row as Record<string, CopyCell>;
      const cells = [list_id, rank, ticker, name, sector, weight, at] as CopyCell[];
      hashes.member(runOfList.get(Number(list_id)) ?? 0, cells);
    },
  };

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
    const look = see[table.name];
    for (const row of frame.rows) {
      insert.run(...row);
      if (look) look(Object.fromEntries(frame.columns.map((column, at) => [column, row[at] as CopyCell])));
    }
  }
  const found = differing(db, runs, hashes);
  if (found !== undefined) throw new CopyDisagrees(found);
  setHead(db, head);
  return { rows };
}

function observed({ series_id, date, value, row }: Readonly<Record<string, CopyCell>>): CopyCell[] {
  return [series_id, date, value, row] as CopyCell[];
}

function deleteRow(db: Database, tables: readonly CopiedTable[], name: string, cells: CopyCell[]): void {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new CopyDisagrees(`there is no table ${name}`);
  const isSame = table.key.map((column) => `${column} = ?`).join(' AND ');
  db.prepare(`DELETE FROM ${name} WHERE ${isSame}`).run(...cells);
}

/** Writes which publish a copy has. */
function setHead(db: Database, head: Head): void {
  db.prepare('UPDATE data_state SET file_id = @fileId, data_version = @dataVersion').run(head);
  db.prepare(
    `INSERT OR REPLACE INTO team_copy(id, team_id, version, publish_id, notes)
     VALUES (1, @teamId, @version, @publishId, @notes)`,
  ).run(head);
}

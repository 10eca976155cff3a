import type { CopiedTable, Copy, CopyCell } from '../store/copy/index.ts';
import type { TeamDatabase } from './connect.ts';
import { teamRefused } from './failures.ts';
import { listed, read } from './pull.ts';
import { readHead } from './schema.ts';

/** `difference` describes the first difference found. */
export type Verified = { version: number; rows: number; difference: string | undefined };

/** Compares all rows of a copy with the truth. Bring the copy to the newest publish just before. */
export async function verifyCopy(database: TeamDatabase, copy: Copy): Promise<Verified> {
  return await database.transaction(
    async (transaction) =>
      await copy.snapshot(async ({ state, dataVersion, rows }) => {
        const head = await readHead(transaction);
        if (!state || state.version !== head.version || state.publishId !== head.publishId)
          throw teamRefused(
            `The copy has version ${state?.version ?? 0} and the team ${head.version}: something was published meanwhile. Try again.`,
          );
        let compared = 0;
        const found = (difference: string | undefined) => ({
          version: head.version,
          rows: compared,
          difference,
        });
        if (dataVersion !== head.dataVersion)
          return found(`the copy counts ${dataVersion} changes of data, the team ${head.dataVersion}`);
        for (const table of copy.tables) {
          if (table.isNote && state.notes !== head.notes) continue;
          const truth = read(transaction, ordered(table), table);
          const held = rows(table)[Symbol.iterator]();
          try {
            for await (const batch of truth)
              for (const row of batch) {
                compared += 1;
                const mine = held.next();
                const difference = differenceOf(table, mine.done ? undefined : mine.value, row);
                if (difference) return found(difference);
              }
            const more = held.next();
            if (!more.done) return found(differenceOf(table, more.value, undefined));
          } finally {
            held.return?.();
          }
        }
        return found(undefined);
      }),
    'read',
  );
}

function ordered({ name, columns, key, numbers }: CopiedTable): string {
  const by = key.map((column) => `"${column}"${numbers.has(column) ? '' : ' COLLATE "C"'}`).join(', ');
  return `SELECT ${listed(columns)} FROM "${name}" ORDER BY ${by}`;
}

type CopiedRow = readonly CopyCell[] | undefined;

function differenceOf(table: CopiedTable, mine: CopiedRow, truth: CopiedRow): string | undefined {
  if (mine && truth && mine.every((cell, at) => cell === truth[at])) return undefined;
  const keyOf = (row: CopiedRow) =>
    row && table.key.map((column) => `${column} ${row[table.columns.indexOf(column)]}`).join(', ');
  const [here, there] = [keyOf(mine), keyOf(truth)];
  const name = `a row of ${table.name} with`;
  if (!mine || !truth || here !== there) {
    return here === undefined || (there !== undefined && !isBefore(table, mine, truth))
      ? `${name} ${there} is missing in the copy`
      : `${name} ${here} is in the copy and not in the team's database`;
  }
  const at = table.columns.findIndex((_, index) => mine[index] !== truth[index]);
  return `${name} ${here}: ${table.columns[at]} is ${mine[at]} in the copy and ${truth[at]} in the team's database`;
}

function isBefore({ key, columns }: CopiedTable, mine: CopiedRow, truth: CopiedRow): boolean {
  for (const column of key) {
    const at = columns.indexOf(column);
    const [a, b] = [mine?.[at], truth?.[at]];
    if (a === b || a === undefined || b === undefined || a === null || b === null) continue;
    return typeof a === 'number' && typeof b === 'number'
      ? a < b
      : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))) < 0;
  }
  return false;
}

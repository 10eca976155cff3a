import type { CopiedTable } from '../../service/store/copy/index.ts';
import type { SqlValue, TeamDatabase, Transaction } from '../../service/team/connect.ts';

/** A team's database that answers as a test says, for what must be exact in time, order or number of questions. */
export type Scripted = TeamDatabase & {
  /** What was asked, in order. */
  asked: { sql: string; values: readonly SqlValue[] | undefined }[];
};

/** @param answer of each question: its rows, or what it throws. */
export function scripted(
  answer: (sql: string, values: readonly SqlValue[] | undefined) => Promise<readonly object[]>,
): Scripted {
  const asked: Scripted['asked'] = [];
  const query = async <Row extends object>(sql: string, values?: readonly SqlValue[]) => {
    asked.push({ sql, values });
    return (await answer(sql, values)) as Row[];
  };
  const change = async (sql: string, values?: readonly SqlValue[]) => (await query(sql, values)).length;
  return {
    ...{ name: 'node@db/almanac', address: 'postgres://node@db/almanac', statementMs: 30_000 },
    ...{ asked, query, change },
    transaction: (work) => work({ query, change, client: undefined as never } satisfies Transaction),
    close: async () => undefined,
  };
}

/** @returns all that an iterator gives. */
export async function allOf<Value>(from: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const one of from) all.push(one);
  return all;
}

/** @returns an error as the driver or the network gives it. */
export function coded(code: string | undefined, message = 'words of the driver'): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** @returns a table that is copied. @param numbers those of its columns that hold numbers. */
export const tableOf = (
  name: string,
  columns: string[],
  key: string[],
  numbers: string[],
  isNote = false,
): CopiedTable => ({
  ...{ name, columns, key, numbers: new Set(numbers), isNote },
});

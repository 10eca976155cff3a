import type { CopiedTable } from '../../service/store/copy/index.ts';
import type { SqlValue, TeamDatabase, Transaction } from '../../service/team/connect.ts';

/** A fake team database with scripted answers, for tests of the exact time, order or number of questions. */
export type Scripted = TeamDatabase & {
  /** The questions, in order. */
  asked: { sql: string; values: readonly SqlValue[] | undefined }[];
};

/** @param answer gives the rows of a question, or throws. */
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

/** @returns all values of an iterator. */
export async function allOf<Value>(from: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const one of from) all.push(one);
  return all;
}

/** @returns an error in the form of the driver and the network. */
export function coded(code: string | undefined, message = 'words of the driver'): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

/** @returns a table that is copied. @param numbers the columns that hold numbers. */
export const tableOf = (
  name: string,
  columns: string[],
  key: string[],
  numbers: string[],
  isNote = false,
): CopiedTable => ({
  ...{ name, columns, key, numbers: new Set(numbers), isNote },
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { importFiles } from '../../service/ingest/index.ts';
import type { ImportedFile } from '../../service/ingest/types.ts';
import type { Truth } from '../../service/store/copy/types.ts';
import {
  openTeamDatabase,
  openTruth,
  setUpTeam,
  type TeamAddress,
  type TeamDatabase,
  verifyCopy,
  withCopy,
} from '../../service/team/index.ts';
import { openRaw } from '../store/raw.ts';
import type { TestPostgres } from './postgres.ts';

/** A node of a team: a data folder with a copy. */
export type TestNode = {
  dataDir: string;
  database: TeamDatabase;
  truth: Truth;
  /** What the log says. */
  lines: string[];
  /** Imports long CSV. @param at the time of the import. @param truth in place of the node's own. */
  importText(text: string, at?: string, truth?: Truth): Promise<ImportedFile[]>;
  follow(): Promise<void>;
  /** @returns the first difference between the copy and the truth; `undefined` if there is none. */
  verify(): Promise<string | undefined>;
  /** All rows of the tables that are copied, and what the file knows of the team. */
  dump(): Record<string, unknown[]>;
};

/** A team of its own, with a database that no other test has. */
export type TestTeam = {
  where: TeamAddress & { passwordFile: string; database: string };
  /** Asks the truth. */
  query<Row extends object>(sql: string): Promise<Row[]>;
  node(name: string, other?: Partial<TeamAddress>): TestNode;
};

const TABLES = ['run', 'dataset', 'series', 'observation', 'stretch', 'revision', 'constituent_list', 'constituent'];
const OTHERS = ['summed_rows', 'run_hash', 'fetch', 'whole_block', 'team_copy', 'data_state'];

/** Sets up a team. Its nodes and connections end with the test. */
export async function makeTeam(postgres: TestPostgres): Promise<TestTeam> {
  const where = await postgres.freshDatabase();
  const first = openTeamDatabase(where);
  await setUpTeam(first, new Date('2026-11-20T00:00:00Z'));
  await first.close();
  return {
    where,
    query: (sql) => postgres.query(where.database, sql),
    node(name, other = {}) {
      const folder = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
      const dataDir = path.join(folder, 'data');
      const database = openTeamDatabase({ ...where, ...other });
      onTestFinished(async () => {
        await database.close();
        rmSync(folder, { recursive: true, force: true });
      });
      const lines: string[] = [];
      const now = () => new Date('2026-11-20T18:00:00Z');
      const options = { node: name, who: 'a test', now, patienceMs: 5000 };
      const own = openTruth(database, dataDir, options, (line) => lines.push(line));
      let files = 0;
      return {
        dataDir,
        database,
        truth: own,
        lines,
        async importText(text, at = '2026-11-20T18:00:00Z', truth = own) {
          const file = path.join(folder, `${(files += 1)}.csv`);
          writeFileSync(file, text);
          return await importFiles({ dataDir, truth, files: [file], allowJumps: true, now: () => new Date(at) });
        },
        follow: own.catchUp,
        verify: () => withCopy(dataDir, async (copy) => (await verifyCopy(database, copy)).difference),
        dump() {
          using raw = openRaw(dataDir);
          return Object.fromEntries(
            [...TABLES, ...OTHERS].map((name) => [
              name,
              raw.db.prepare<[], unknown>(`SELECT * FROM ${name} ORDER BY 1, 2`).all(),
            ]),
          );
        },
      };
    },
  };
}

/** @returns long CSV of a series of jolts. @param values by month, from January 2024 on. */
export function jolts(...values: readonly (string | number)[]): string {
  const rows = values.map((value, month) => `jolts,job_openings_level_sa,2024-${String(month + 1).padStart(2, '0')}-01,${value}`);
  return ['dataset,series,date,value', ...rows, ''].join('\n');
}

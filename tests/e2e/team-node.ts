import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withTeamKeys } from '../../service/team/index.ts';
import { almanac } from '../cli/almanac.ts';
import { ended, startCommandLine } from '../support/command-line.ts';
import { startPostgres } from '../team/postgres.ts';

/** A node of a new team with one import, on a real PostgreSQL. */
export type TeamNode = {
  address: string;
  adminKey: string;
  process: ChildProcess;
  makeKey: (label: string, role: 'publish' | 'read') => Promise<string>;
  stop: () => Promise<void>;
};

/** @param rows of the imported long CSV, without its header @param words more arguments of `serve` */
export async function startTeamNode(
  rows: readonly string[],
  words: readonly string[] = [],
): Promise<TeamNode> {
  const postgres = await startPostgres();
  const team = await postgres.freshDatabase();
  const password = ['--team-password-file', team.passwordFile];
  const { out } = await almanac('team', 'init', team.address, ...password);
  const adminKey = /alm_\S+/.exec(out)?.[0] ?? '';
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-team-node-'));
  const file = path.join(dataDir, 'rows.csv');
  writeFileSync(file, `${['dataset,series,date,value', ...rows].join('\n')}\n`);
  const of = ['--team', team.address, ...password, '--data-dir', dataDir];
  const imported = await almanac('import', file, ...of);
  if (imported.status !== 0) throw new Error(imported.err);
  const served = startCommandLine(['serve', ...of, '--port', '0', ...words]);
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    served.stdout?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) resolve(found[0]);
    });
    void ended(served).then(({ err }) => reject(new Error(`The node ended: ${err}`)));
  });
  return {
    ...{ address, adminKey, process: served },
    makeKey: (label, role) => withTeamKeys(team, async (keys) => (await keys.create(label, role)).key),
    async stop() {
      served.kill('SIGKILL');
      await postgres.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

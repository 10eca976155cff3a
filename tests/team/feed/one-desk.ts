import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openCopy } from '../../../service/store/copy/index.ts';
import type { FeedClient, FeedQuestion } from '../../../service/team/feed/feed-client.ts';
import { followFeedOnce, openSpool } from '../../../service/team/feed/follow-feed.ts';
import type { FeedHead, FeedLine } from '../../../service/team/feed/lines.ts';
import { openRaw } from '../../store/raw.ts';

export const TEAM = '11111111-2222-3333-4444-555555555555';
export const ADDRESS = 'https://data.example.org';

/** A desktop whose team answers with what `answers` has next: lines, or what asking throws. */
export type Desk = ReturnType<typeof desk>;
export function desk() {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-desk-'));
  const copy = openCopy(folder);
  const file = path.join(folder, 'spool');
  const spool = openSpool(file, copy.tables);
  onTestFinished(() => {
    spool.close();
    copy.close();
    expect(readdirSync(folder)).not.toContain('spool');
    rmSync(folder, { recursive: true, force: true });
  });
  const state = { answers: [] as (FeedLine[] | Error)[], asked: [] as FeedQuestion[] };
  const log: string[] = [];
  const heads: number[] = [];
  const client = {
    async *changes(question: FeedQuestion) {
      state.asked.push(question);
      const answer = state.answers.shift() ?? [];
      if (answer instanceof Error) throw answer;
      yield* answer;
    },
  } as Partial<FeedClient> as FeedClient;
  const tables = Object.fromEntries(copy.tables.map(({ name, columns }) => [name, [...columns]]));
  const head = (changes: Partial<FeedHead> = {}): { head: FeedHead } => ({
    head: {
      ...{ format: 1, layout: copy.layout, tables, team: TEAM, version: 3, publish: 'p3', notes: 0 },
      ...{ data_version: 2, file: 'f', after: 0, from: null, ...changes },
    },
  });
  const parts = {
    ...{ client, copy, spool, team: TEAM, address: ADDRESS },
    log: (line: string) => log.push(line),
    onHead: (version: number) => heads.push(version),
  };
  const datasets = () => {
    using raw = openRaw(folder);
    return raw.db.prepare('SELECT id, origin FROM dataset ORDER BY id').all();
  };
  return {
    ...{ folder, copy, spool, log, heads, head, tables, datasets, state },
    follow: (answers: (FeedLine[] | Error)[], waitSeconds = 0, damage?: string, team = TEAM) => {
      state.answers = answers;
      state.asked = [];
      return followFeedOnce({ ...parts, team }, waitSeconds, damage);
    },
  };
}

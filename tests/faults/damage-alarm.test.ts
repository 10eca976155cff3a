import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watchIntegrity } from '../../service/ingest/worker/index.ts';
import {
  integrityOf,
  isCheckDue,
  lockFolder,
  noteCheck,
  openReader,
  setAside,
} from '../../service/store/index.ts';
import { DEBT, DEBT_CODES, publish } from '../api/folder.ts';
import { almanac } from '../cli/almanac.ts';
import { encoded } from '../store/encoded.ts';
import { GAP, largeFolder } from './damage.ts';

/** Almanac's reactions to damage besides refusing answers: it notes damage, reports it and looks for it. */

const { newFolder, withGap } = largeFolder('alarm');

describe('the check of the data file', () => {
  const WEEK_MS = 7 * 24 * 3600 * 1000;
  const START = Date.parse('2026-11-20T12:00:00Z');
  const at = (ms: number) => new Date(START + ms);

  test('is due at the first start, a week after the last check, and after the clock was set back', () => {
    const dataDir = newFolder();
    publish(dataDir, 'us_debt', DEBT);
    expect(isCheckDue(dataDir, at(0))).toBe(true);
    noteCheck(dataDir, 'ok', at(0));
    expect(isCheckDue(dataDir, at(WEEK_MS - 1))).toBe(false);
    expect(isCheckDue(dataDir, at(WEEK_MS))).toBe(true);
    expect(isCheckDue(dataDir, at(-1))).toBe(true);
    expect(integrityOf(dataDir)).toEqual({ checked_at: at(0).toISOString(), damage: null });
  });

  test('is due after a service that did not end properly, even if the next service had no time for it', async () => {
    const dataDir = newFolder();
    publish(dataDir, 'us_debt', DEBT);
    noteCheck(dataDir, 'ok', at(0));
    lockFolder(dataDir).release();
    expect(isCheckDue(dataDir, at(1))).toBe(false);
    const store = new URL('../../service/store/index.ts', import.meta.url).href;
    const script = `import { lockFolder } from '${store}'; lockFolder(process.argv[1]); process.kill(process.pid, 'SIGKILL');`;
    await once(spawn(process.execPath, ['--input-type=module', '-e', script, dataDir]), 'exit');
    lockFolder(dataDir).release();
    lockFolder(dataDir).release();
    expect(isCheckDue(dataDir, at(1))).toBe(true);
    noteCheck(dataDir, 'ok', at(2));
    expect(isCheckDue(dataDir, at(3))).toBe(false);
  });

  test('finds damage that no request has found, sets the alarm, and clears it when the file is whole', async () => {
    const dataDir = withGap();
    const logs: string[] = [];
    let now = at(0);
    const watch = watchIntegrity({ dataDir, now: () => now, log: (line) => logs.push(line) });
    onTestFinished(() => watch.close());
    await watch.look();
    const { checked_at, damage } = integrityOf(dataDir);
    expect(checked_at).toBe(at(0).toISOString());
    expect(damage).toEqual({
      found_at: at(0).toISOString(),
      message: expect.stringContaining('Restore a back-up'),
    });
    expect(logs.join()).toContain('data.sqlite is damaged');
    // The rows are put back, and the next check is due a week later.
    const db = new Sqlite(path.join(dataDir, 'data.sqlite'));
    for (let day = GAP.from; day <= GAP.to; day++)
      db.prepare('INSERT INTO observation(series_id, date, value, row, run_id) VALUES (2, ?, ?, 1, 1)').run(
        day,
        '1.5',
      );
    db.close();
    now = at(1000);
    await watch.look();
    expect(integrityOf(dataDir).damage).not.toBeNull();
    now = at(WEEK_MS);
    await watch.look();
    expect(integrityOf(dataDir)).toEqual({ checked_at: at(WEEK_MS).toISOString(), damage: null });
  });

  test('is due after an answer found damage, but only for that file', async () => {
    const dataDir = withGap();
    noteCheck(dataDir, 'ok', new Date(Date.now() - 1000));
    const reader = openReader(dataDir);
    const read = () =>
      encoded(
        reader.observations(
          { dataset: 'us_debt', codes: DEBT_CODES, from: 14_000, to: 16_000 },
          { limit: 9000 },
        ),
        'csv',
      );
    expect(read).toThrow(/is damaged/);
    reader.close();
    expect(isCheckDue(dataDir, new Date())).toBe(true);
    setAside(path.join(dataDir, 'data.sqlite'), new Date());
    openReader(dataDir).close();
    expect(integrityOf(dataDir)).toEqual({ checked_at: null, damage: null });
  });

  test('stops when the service ends, and does not delay the end', async () => {
    const dataDir = newFolder();
    publish(dataDir, 'us_debt', DEBT);
    const logs: string[] = [];
    const watch = watchIntegrity(
      { dataDir, now: () => at(0), log: (line) => logs.push(line) },
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    const look = watch.look();
    await watch.close();
    await look;
    expect([integrityOf(dataDir).checked_at, logs]).toEqual([null, []]);
  });
});

test('nothing is published into a damaged file, because its counts would then agree with the damage', () => {
  const dataDir = withGap();
  const code = DEBT_CODES[1] as string;
  const near = (day: number) => ({
    code,
    date: new Date(day * 86_400_000).toISOString().slice(0, 10),
    value: '7.5',
  });
  for (const row of [near(GAP.from - 1), near(GAP.from)]) {
    expect(() => publish(dataDir, 'us_debt', [row], 'file', '2026-06-02T00:00:00.000Z')).toThrow(
      /is damaged/,
    );
    expect(integrityOf(dataDir).damage).not.toBeNull();
  }
  const reader = openReader(dataDir);
  onTestFinished(() => reader.close());
  const selection = { dataset: 'us_debt', codes: [code], from: GAP.from - 9, to: GAP.to + 9 };
  expect(() => encoded(reader.observations(selection, { limit: 9 }), 'csv')).toThrow(/is damaged/);
});

test('the command line names the damage, exports nothing, and shows the damage in its status', async () => {
  const dataDir = withGap();
  const target = path.join(dataDir, 'debt.csv');
  const { status, err } = await almanac('export', 'us_debt', '-o', target, '--data-dir', dataDir);
  expect([status, err]).toEqual([1, expect.stringMatching(/data\.sqlite is damaged .* Restore a back-up/)]);
  expect(err).not.toContain('Almanac itself');
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(dataDir).filter((name) => name.includes('part'))).toEqual([]);
  const shown = await almanac('status', '--data-dir', dataDir);
  expect([shown.status, shown.out]).toEqual([
    0,
    expect.stringMatching(/^DAMAGED, found .*Restore a back-up/m),
  ]);
  const json = JSON.parse((await almanac('status', '--json', '--data-dir', dataDir)).out) as Record<
    string,
    unknown
  >;
  expect(json).toMatchObject({ checked_at: null, damage: { message: expect.stringContaining('damaged') } });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openKeys } from '../../service/keys/index.ts';
import { clock, temporaryFolder } from '../api/folder.ts';
import { COMMAND_LINE } from '../support/programs.ts';

/** A power cut must not restore a revoked key: every change of a key is on the disk before the command answers. */

/** `PRAGMA synchronous`: 2 is FULL. */
const FULL = 2;

describe('creating and revoking a key', () => {
  it('go through a connection that waits for the disk', () => {
    const connections = new Map<string, unknown>();
    const { prepare } = Sqlite.prototype;
    const spy = vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (
      this: Sqlite.Database,
      sql,
    ) {
      if (/^\s*(INSERT INTO api_key|UPDATE api_key SET revoked_at)\b/.test(sql))
        connections.set(sql.trim().slice(0, 6), this.pragma('synchronous', { simple: true }));
      return prepare.call(this, sql);
    });
    onTestFinished(() => spy.mockRestore());
    const keys = openKeys(temporaryFolder(), { now: clock().now });
    onTestFinished(() => keys.close());
    expect(Object.fromEntries(connections)).toEqual({ INSERT: FULL, UPDATE: FULL });
  });

  it('are synced, each, before the command says that it is done', async ({ skip }) => {
    const hasStrace = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true']).status === 0;
    skip(!hasStrace, 'calls of the system cannot be watched here (needs strace)');
    const dataDir = temporaryFolder();
    // Holds the file open: the last connection that closes would sync the file in any case.
    const keys = openKeys(dataDir, { now: clock().now });
    onTestFinished(() => keys.close());
    const { id } = await keys.create('old');
    for (const words of [
      ['create', '--label', 'new'],
      ['revoke', id],
    ]) {
      const traces = mkdtempSync(join(tmpdir(), 'almanac-strace-'));
      onTestFinished(() => rmSync(traces, { recursive: true, force: true }));
      const trace = join(traces, 'calls');
      const watched = ['-f', '-y', '-o', trace, '-e', 'trace=fsync,fdatasync,write,pwrite64'];
      const command = [process.execPath, COMMAND_LINE, 'keys', ...words, '--data-dir', dataDir];
      expect(spawnSync('strace', [...watched, ...command]).status).toBe(0);
      const calls = readFileSync(trace, 'latin1').split('\n');
      const written = calls.findLastIndex((call) => /pwrite64\(\d+<.*keys\.sqlite-wal>/.test(call));
      const synced = calls.findLastIndex((call) => /f(data)?sync\(\d+<.*keys\.sqlite-wal>/.test(call));
      const said = calls.findIndex((call) => /write\(1</.test(call));
      expect(written, words[0]).toBeGreaterThan(-1);
      expect([synced > written, synced < said], words[0]).toEqual([true, true]);
    }
  });
});

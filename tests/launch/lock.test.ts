import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '../../electron/launch/lock.mjs';

let file = '';

beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'almanac-lock-')), 'launch.lock');
});

describe('the set-up lock', () => {
  it('lets one caller in at a time, and returns each caller’s result', async () => {
    let inside = 0;
    let most = 0;
    const work = async (name: number) => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      return name;
    };
    const names = [1, 2, 3, 4, 5];
    const results = await Promise.all(names.map((name) => withLock(file, () => work(name), { pollMs: 1 })));
    expect(results).toEqual(names);
    expect(most).toBe(1);
    expect(existsSync(file)).toBe(false);
  });

  it('is free again after its work fails', async () => {
    const failing = withLock(file, async () => {
      throw new Error('no space');
    });
    await expect(failing).rejects.toThrow('no space');
    expect(await withLock(file, async () => 'next')).toBe('next');
  });

  it('is taken over from a process that has ended', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(file, String(gone.pid));
    expect(await withLock(file, async () => 'taken', { pollMs: 1 })).toBe('taken');
  });

  it('is taken over when nobody has renewed it for long', async () => {
    writeFileSync(file, String(process.pid));
    utimesSync(file, 1, 1);
    expect(await withLock(file, async () => 'taken', { pollMs: 1 })).toBe('taken');
  });

  it('is not taken from a running process, but waited for', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const first = withLock(file, () => released);
    let isIn = false;
    const second = withLock(
      file,
      async () => {
        isIn = true;
      },
      { pollMs: 1 },
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isIn).toBe(false);
    release();
    await Promise.all([first, second]);
    expect(isIn).toBe(true);
  });
});

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCopy } from '../../service/store/copy/index.ts';
import { expectReadableCopy } from '../../service/team/damaged-copy.ts';
import { openRaw } from '../store/raw.ts';

it('a copy is set aside where SQLite finds it damaged, and for no other error', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-damaged-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const log: string[] = [];
  const expectReadable = () => expectReadableCopy(dataDir, (line) => log.push(line));
  openCopy(dataDir).close();
  expectReadable();
  {
    using raw = openRaw(dataDir);
    raw.db.pragma('user_version = 9999');
  }
  expect(expectReadable).toThrow(expect.objectContaining({ code: 'newer_version' }));
  const file = path.join(dataDir, 'data.sqlite');
  expect([existsSync(file), log]).toEqual([true, []]);
  writeFileSync(file, 'no database '.repeat(1000));
  expectReadable();
  expect(existsSync(file)).toBe(false);
  expect(log).toEqual([expect.stringMatching(/is made anew: its file is damaged .* The old file is /)]);
});

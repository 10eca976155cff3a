import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reportBug } from '../../service/cli/report-bug.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-bug-'));
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('TEMP', folder);
  vi.stubEnv('ALMANAC_DEBUG', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function told(error: unknown): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reportBug(error);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

describe('an error in Almanac itself', () => {
  test('is one line that says where the details are, for its owner alone', () => {
    const line = told(new Error('a broken promise'));
    const [name = ''] = readdirSync(folder);
    const file = path.join(folder, name);
    expect(line).toBe(`almanac: an error in Almanac itself; the details are in ${file}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/a broken promise\n +at /);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('is written under a random name, and overwrites no file', ({ skip }) => {
    skip(process.platform === 'win32', 'a link needs a right on Windows that few accounts have');
    const victim = path.join(folder, 'victim');
    writeFileSync(victim, 'kept');
    symlinkSync(victim, path.join(folder, `almanac-error-${process.pid}.txt`));
    told(new Error('one'));
    told(new Error('two'));
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    const names = readdirSync(folder).filter((name) => /^almanac-error-\d+-[0-9a-f]{12}\.txt$/.test(name));
    expect(names).toHaveLength(2);
  });

  test('is shown at once with ALMANAC_DEBUG=1', () => {
    vi.stubEnv('ALMANAC_DEBUG', '1');
    expect(told(new Error('a broken promise'))).toMatch(/a broken promise\n +at /);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is still one line where nothing can be written', () => {
    rmSync(folder, { recursive: true });
    expect(told(new Error('a broken promise'))).toMatch(/^almanac: [^\n]*ALMANAC_DEBUG=1[^\n]*\n$/);
  });
});

import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readStamp, writeStamp } from '../../electron/launch/packages.mjs';
import { fingerprint } from '../../electron/launch/set-up.mjs';

let root = '';
const take = () => fingerprint(root, ['service', 'package-lock.json']);
const put = (file: string, text: string) => writeFileSync(path.join(root, file), text);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'almanac-fingerprint-'));
  mkdirSync(path.join(root, 'service/store'), { recursive: true });
  put('service/main.ts', 'one');
  put('service/store/index.ts', 'two');
  put('package-lock.json', '{}');
});

describe('a fingerprint', () => {
  it('stays the same while nothing changes, whatever lies outside of the sources', () => {
    const before = take();
    put('README.md', 'changed');
    expect(take()).toBe(before);
  });

  const changes: [string, () => void][] = [
    ['a file is longer', () => put('service/store/index.ts', 'two and more')],
    ['a file is newer', () => utimesSync(path.join(root, 'service/main.ts'), 1, 1_000_000)],
    ['a file is added', () => put('service/store/new.ts', '')],
    ['a file is removed', () => rmSync(path.join(root, 'service/store/index.ts'))],
    [
      'a file is renamed',
      () => renameSync(path.join(root, 'service/main.ts'), path.join(root, 'service/start.ts')),
    ],
    ['the lockfile is removed', () => rmSync(path.join(root, 'package-lock.json'))],
  ];
  it.each(changes)('changes when %s', (_what, change) => {
    const before = take();
    change();
    expect(take()).not.toBe(before);
  });
});

describe('a stamp', () => {
  it('is read as it was written, and is undefined before', () => {
    const file = path.join(root, '.build/stamps/service.txt');
    expect(readStamp(file)).toBeUndefined();
    writeStamp(file, take());
    expect(readStamp(file)).toBe(take());
  });
});

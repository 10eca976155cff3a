import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quoted } from '../../service/contract/failure.ts';
import { passwordFromPgpass } from '../../service/team/connect.ts';

let file = '';
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'almanac-pgpass-')), 'pgpass');
  vi.stubEnv('PGPASSFILE', file);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(path.dirname(file), { recursive: true, force: true });
});

const ASKED = { host: 'db.example.org', port: 5432, database: 'almanac', user: 'node' };

it.for([
  ['db.example.org:5432:almanac:node:secret', 'secret'],
  ['*:*:*:*:secret', 'secret'],
  ['#*:*:*:*:no\n*:5433:*:*:no\n*:*:*:other:no\n*:*:almanac:node:first\n*:*:*:*:second', 'first'],
  ['*:*:*:*:with\\:colon and \\\\', 'with:colon and \\'],
  ['*:*:*:*:a:b', 'a:b'],
  ['db.example.org:5432:almanac:node:secret\r\n', 'secret'],
  ['db.example.org:5432:almanac:other:secret', undefined],
  ['db.example.org:5432:almanac', undefined],
  ['other.example.org:5432:almanac:node:secret', undefined],
  ['db.example.org:5433:almanac:node:secret', undefined],
  ['db.example.org:5432:other:node:secret', undefined],
  ['db.example.org:5432:almanac:node:', ''],
  // A star is any only where it stands alone, and a comment begins with the first letter.
  ['\\*:*:*:*:no\nd*:*:*:*:no\n#:*:*:*:no\n *:*:*:*:no', undefined],
  ['', undefined],
] as const)('of %j it takes %j', ([text, password]) => {
  writeFileSync(file, text, { mode: 0o600 });
  expect(passwordFromPgpass(ASKED)).toBe(password);
});

it('a colon in a name stands behind a backslash', () => {
  writeFileSync(file, '*:*:a\\:b:*:secret', { mode: 0o600 });
  expect(passwordFromPgpass({ ...ASKED, database: 'a:b' })).toBe('secret');
  expect(passwordFromPgpass(ASKED)).toBeUndefined();
});

it('an absent file has none', () => {
  expect(passwordFromPgpass(ASKED)).toBeUndefined();
});

it('a comment is none of its lines, also where it has the form of one', () => {
  writeFileSync(file, '#db:5432:almanac:node:no', { mode: 0o600 });
  expect(passwordFromPgpass({ ...ASKED, host: '#db' })).toBeUndefined();
});

it('a file that others may read or write is not used, but for one of root that a group may read', () => {
  writeFileSync(file, '*:*:*:*:secret');
  const isRoot = process.getuid?.() === 0;
  const uses = (mode: number) => {
    chmodSync(file, mode);
    try {
      return passwordFromPgpass(ASKED);
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  const refusal = `Others on this machine may read the passwords in ${quoted(file)}, so it is not used. Close it to them: chmod 600 ${file}`;
  for (const mode of [0o600, 0o400, 0o700]) expect(uses(mode)).toBe('secret');
  for (const mode of [0o620, 0o610, 0o604, 0o602, 0o601]) expect(uses(mode), mode.toString(8)).toBe(refusal);
  expect(uses(0o640)).toBe(isRoot ? 'secret' : refusal);
  if (!isRoot) return;
  chownSync(file, 1000, 1000);
  for (const mode of [0o640, 0o644]) expect(uses(mode)).toBe(refusal);
  expect(uses(0o600)).toBe('secret');
});

it('without PGPASSFILE it is the one in the folder of the person', () => {
  vi.stubEnv('PGPASSFILE', '');
  vi.stubEnv('HOME', path.dirname(file));
  writeFileSync(path.join(path.dirname(file), '.pgpass'), '*:*:*:*:usual', { mode: 0o600 });
  expect(passwordFromPgpass(ASKED)).toBe('usual');
});

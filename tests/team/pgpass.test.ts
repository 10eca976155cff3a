import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { passwordFromPgpass } from '../../service/team/pgpass.ts';

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

import { copyFile, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { createFileStore } from '../../electron/vault/file-store.ts';

vi.mock('node:crypto', async (original) =>
  (await import('./cheap-scrypt.ts')).withCheapScrypt(await original()),
);

const PASSPHRASE = 'correct horse battery';

async function newFile(): Promise<string> {
  return path.join(await mkdtemp(path.join(tmpdir(), 'almanac-sealed-')), 'vault-sealed.json');
}

it('is made once, opens only with its passphrase, and only its owner can read it', async () => {
  const file = await newFile();
  const store = createFileStore(file);
  expect(await store.state()).toBe('none');
  await store.create(PASSPHRASE);
  await store.set('publisher:bls', 'a key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const later = createFileStore(file);
  expect(await later.state()).toBe('locked');
  await expect(later.get('publisher:bls')).rejects.toThrow(/is locked/);
  const before = await readFile(file, 'utf8');
  // Making it again is opening it: a file that holds keys is not replaced.
  await expect(later.create('another passphrase')).rejects.toThrow(/passphrase is not the one/);
  expect(await readFile(file, 'utf8')).toBe(before);
  expect(await later.state()).toBe('locked');
  await later.create(PASSPHRASE);
  expect(await later.get('publisher:bls')).toBe('a key');
  expect(await later.get('publisher:bea')).toBeNull();
  await later.delete('publisher:bls');
  expect(await store.get('publisher:bls')).toBeNull();
});

it('reports damage and a missing file, and overwrites neither', async () => {
  const file = await newFile();
  const store = createFileStore(file);
  await expect(store.open(PASSPHRASE)).rejects.toThrow(/no file of keys to open/);
  await store.create(PASSPHRASE);
  const copy = `${file}.copy`;
  await copyFile(file, copy);
  await writeFile(file, '{}');
  await expect(store.get('x')).rejects.toThrow(/damaged/);
  await expect(store.set('x', 'y')).rejects.toThrow(/damaged/);
  expect(await readFile(file, 'utf8')).toBe('{}');
  await copyFile(copy, file);
  await store.set('x', 'y');
  expect(await store.get('x')).toBe('y');
});

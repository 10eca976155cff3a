import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deriveSealingKey, saltOf, seal, unseal } from '../../service/vault/secret-stores.ts';
import { newFileStore } from './new-session.ts';

vi.mock('node:crypto', async (original) =>
  (await import('./cheap-scrypt.ts')).withCheapScrypt(await original()),
);

const PASSPHRASE = 'correct horse battery';
const WRONG =
  'The passphrase is not the one that the file of keys was made with. If it is forgotten, start anew.';
const LOCKED = 'The file of keys is locked. Open it with its passphrase.';
const refused = (message: string) => ({ code: 'vault', message });

async function newFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-sealed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return path.join(folder, 'vault-sealed.json');
}

/** Everything that the file holds, with nothing but its passphrase. */
async function contentOf(file: string, passphrase = PASSPHRASE): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  return JSON.parse(unseal(await deriveSealingKey(passphrase, saltOf(text)), text));
}

it('is made once, opens only with its passphrase, and only its owner can read it', async () => {
  const file = await newFile();
  const store = newFileStore(file);
  expect(await store.state()).toBe('none');
  await store.create(PASSPHRASE);
  expect([await store.state(), await contentOf(file)]).toEqual(['open', {}]);
  await store.set('publisher:bls', 'a key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const later = newFileStore(file);
  expect(await later.state()).toBe('locked');
  for (const use of [() => later.get('a'), () => later.set('a', 'b'), () => later.delete('a')]) {
    await expect(use()).rejects.toMatchObject(refused(LOCKED));
  }
  const before = await readFile(file, 'utf8');
  // Making it again is opening it: a file that holds keys is not replaced.
  await expect(later.create('another passphrase')).rejects.toMatchObject(refused(WRONG));
  expect([await later.state(), await readFile(file, 'utf8')]).toEqual(['locked', before]);
  await later.create(PASSPHRASE);
  expect(await later.get('publisher:bls')).toBe('a key');
});

it('holds each key under its name, and nothing of one that was replaced or deleted', async () => {
  const file = await newFile();
  const store = newFileStore(file);
  await store.create(PASSPHRASE);
  for (const [account, secret] of [
    ['api-key:1', 'first'],
    ['publisher:bls', 'second'],
    ['team:a', 'third'],
    ['api-key:1', 'fourth'],
  ] as const)
    await store.set(account, secret);
  expect(await contentOf(file)).toEqual({
    'api-key:1': 'fourth',
    'publisher:bls': 'second',
    'team:a': 'third',
  });
  await store.delete('publisher:bls');
  await store.delete('publisher:bea');
  expect(await contentOf(file)).toEqual({ 'api-key:1': 'fourth', 'team:a': 'third' });
  const names = ['api-key:1', 'publisher:bls', 'team:a', 'toString'];
  expect(await Promise.all(names.map((account) => store.get(account)))).toEqual([
    'fourth',
    null,
    'third',
    null,
  ]);
});

it('is read at each use: another process may have written it', async () => {
  const file = await newFile();
  const [one, other] = [newFileStore(file), newFileStore(file)];
  await one.create(PASSPHRASE);
  await other.open(PASSPHRASE);
  await one.set('api-key:1', 'of the first');
  await other.set('api-key:2', 'of the second');
  expect([await one.get('api-key:2'), await other.get('api-key:1')]).toEqual([
    'of the second',
    'of the first',
  ]);
  await rm(file);
  expect(await one.state()).toBe('none');
  await expect(one.get('api-key:1')).rejects.toMatchObject(
    refused(`The file of keys is not there: ${file}.`),
  );
});

it('that is open stays so when somebody tries a wrong passphrase', async () => {
  const file = await newFile();
  const store = newFileStore(file);
  await store.create(PASSPHRASE);
  await store.set('api-key:1', 'kept');
  await expect(store.open('a wrong passphrase')).rejects.toMatchObject(refused(WRONG));
  expect([await store.state(), await store.get('api-key:1')]).toEqual(['open', 'kept']);
});

it('is replaced by an empty one that has another passphrase and another salt', async () => {
  const file = await newFile();
  const store = newFileStore(file);
  await store.create(PASSPHRASE);
  await store.set('api-key:1', 'given up');
  const salt = saltOf(await readFile(file, 'utf8'));
  await store.replace('another passphrase');
  expect([await store.state(), await store.get('api-key:1')]).toEqual(['open', null]);
  expect(await contentOf(file, 'another passphrase')).toEqual({});
  expect(saltOf(await readFile(file, 'utf8'))).not.toBe(salt);
  await expect(newFileStore(file).open(PASSPHRASE)).rejects.toMatchObject(refused(WRONG));
});

it('that cannot be replaced stays as it was, and open', async () => {
  const file = await newFile();
  const store = newFileStore(file);
  await store.create(PASSPHRASE);
  await store.set('api-key:1', 'kept');
  await rename(file, `${file}.aside`);
  await mkdir(path.join(file, 'in the way'), { recursive: true });
  await expect(store.replace('another passphrase')).rejects.toThrow(`${file} cannot be written: EISDIR.`);
  await rm(file, { recursive: true });
  await rename(`${file}.aside`, file);
  expect(await store.get('api-key:1')).toBe('kept');
});

describe('a file that is not one of keys', () => {
  it('or is missing is reported, and not overwritten', async () => {
    const file = await newFile();
    const store = newFileStore(file);
    await expect(store.open(PASSPHRASE)).rejects.toMatchObject(
      refused(`There is no file of keys to open: ${file}.`),
    );
    await store.create(PASSPHRASE);
    const copy = `${file}.copy`;
    await copyFile(file, copy);
    await writeFile(file, '{}');
    for (const use of [
      () => store.get('x'),
      () => store.set('x', 'y'),
      () => store.delete('x'),
      () => store.create(PASSPHRASE),
    ]) {
      await expect(use()).rejects.toMatchObject(
        refused('The file of keys is damaged, or was written by a newer Almanac.'),
      );
    }
    expect(await readFile(file, 'utf8')).toBe('{}');
    await copyFile(copy, file);
    await store.set('x', 'y');
    expect(await store.get('x')).toBe('y');
  });

  it.each(['[]', '"text"', '{"a":7}', '{"a":null}'])('although it opens: %s', async (text) => {
    const file = await newFile();
    const key = await deriveSealingKey(PASSPHRASE, 'AAAAAAAAAAAAAAAAAAAAAA');
    await writeFile(file, seal(key, text));
    const store = newFileStore(file);
    await expect(store.open(PASSPHRASE)).rejects.toMatchObject(
      refused('The file of keys holds something else.'),
    );
    expect(await store.state()).toBe('locked');
  });
});

import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import {
  deriveSealingKey,
  keepSurely,
  type SecretStore,
  saltOf,
  seal,
  unseal,
} from '../../service/vault/secret-stores.ts';
import { newFileStore } from './open-vault.ts';
import { newFolder, PASSPHRASE, refused, WRONG } from './places.ts';

vi.mock('node:crypto', async (original) =>
  (await import('./cheap-scrypt.ts')).withCheapScrypt(await original()),
);

const newFile = async () => path.join(await newFolder(), 'vault-sealed.json');

/** Makes a file, which is open in its session. */
async function made() {
  const file = await newFile();
  const store = newFileStore(file);
  await store.create(PASSPHRASE);
  return { file, store };
}

/** @returns the decrypted content of the file, read with the passphrase alone. */
async function contentOf(file: string, passphrase = PASSPHRASE): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  return JSON.parse(unseal(await deriveSealingKey(passphrase, saltOf(text)), text));
}

it('the file of keys is made once, opens only with its passphrase, and only its owner can read it', async () => {
  const { file, store } = await made();
  expect([await store.state(), await contentOf(file)]).toEqual(['open', {}]);
  await store.set('publisher:bls', 'a key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const later = newFileStore(file);
  expect(await later.state()).toBe('locked');
  for (const use of [() => later.get('a'), () => later.set('a', 'b'), () => later.delete('a')])
    await expect(use()).rejects.toMatchObject(
      refused('The file of keys is locked. Open it with its passphrase.'),
    );
  const before = await readFile(file, 'utf8');
  // `create` opens an existing file: a file with keys is not replaced.
  await expect(later.create('another passphrase')).rejects.toMatchObject(refused(WRONG));
  expect([await later.state(), await readFile(file, 'utf8')]).toEqual(['locked', before]);
  await later.create(PASSPHRASE);
  // An open file stays open when somebody tries a wrong passphrase.
  await expect(later.open('a wrong passphrase')).rejects.toMatchObject(refused(WRONG));
  expect([await later.state(), await later.get('publisher:bls')]).toEqual(['open', 'a key']);
});

it('the file holds each key under its name, and nothing of replaced or deleted keys', async () => {
  const { file, store } = await made();
  for (const [account, secret] of [
    ['api-key:1', 'first'],
    ['publisher:bls', 'second'],
    ['team:a', 'third'],
    ['api-key:1', 'fourth'],
  ] as const)
    await store.set(account, secret);
  await store.delete('publisher:bls');
  await store.delete('publisher:bea');
  expect(await contentOf(file)).toEqual({ 'api-key:1': 'fourth', 'team:a': 'third' });
  const names = ['api-key:1', 'publisher:bls', 'team:a', 'toString'];
  expect(await Promise.all(names.map((account) => store.get(account)))).toEqual([
    ...['fourth', null, 'third', null],
  ]);
});

it('the file is read at each use, because another process may have written it', async () => {
  const { file, store: one } = await made();
  const other = newFileStore(file);
  await other.open(PASSPHRASE);
  await one.set('api-key:1', 'of the first');
  await other.set('api-key:2', 'of the second');
  expect([await one.get('api-key:2'), await other.get('api-key:1')]).toEqual([
    ...['of the second', 'of the first'],
  ]);
  await rm(file);
  expect(await one.state()).toBe('none');
  await expect(one.get('api-key:1')).rejects.toMatchObject(
    refused(`The file of keys is not there: ${file}.`),
  );
});

it('an empty file with another passphrase and salt can replace it; if that fails, it stays unchanged and open', async () => {
  const { file, store } = await made();
  await store.set('api-key:1', 'given up');
  await rename(file, `${file}.aside`);
  await mkdir(path.join(file, 'in the way'), { recursive: true });
  await expect(store.replace('another passphrase')).rejects.toThrow(`${file} cannot be written: EISDIR.`);
  await rm(file, { recursive: true });
  await rename(`${file}.aside`, file);
  expect(await store.get('api-key:1')).toBe('given up');
  const salt = saltOf(await readFile(file, 'utf8'));
  await store.replace('another passphrase');
  expect([await store.state(), await store.get('api-key:1')]).toEqual(['open', null]);
  expect(await contentOf(file, 'another passphrase')).toEqual({});
  expect(saltOf(await readFile(file, 'utf8'))).not.toBe(salt);
});

it('a file without keys or a missing file is reported, and not overwritten', async () => {
  const missing = await newFile();
  await expect(newFileStore(missing).open(PASSPHRASE)).rejects.toMatchObject(
    refused(`There is no file of keys to open: ${missing}.`),
  );
  const { file, store } = await made();
  const before = await readFile(file, 'utf8');
  await writeFile(file, '{}');
  for (const use of [
    () => store.get('x'),
    () => store.set('x', 'y'),
    () => store.delete('x'),
    () => store.create(PASSPHRASE),
  ])
    await expect(use()).rejects.toMatchObject(
      refused('The file of keys is damaged, or was written by a newer Almanac.'),
    );
  expect(await readFile(file, 'utf8')).toBe('{}');
  await writeFile(file, before);
  await store.set('x', 'y');
  expect(await store.get('x')).toBe('y');
});

it.each(['[]', '"text"', '{"a":7}', '{"a":null}'])(
  'a file that opens but has other content stays locked: %s',
  async (text) => {
    const file = await newFile();
    await writeFile(file, seal(await deriveSealingKey(PASSPHRASE, 'AAAAAAAAAAAAAAAAAAAAAA'), text));
    const store = newFileStore(file);
    await expect(store.open(PASSPHRASE)).rejects.toMatchObject(
      refused('The file of keys holds something else.'),
    );
    expect(await store.state()).toBe('locked');
  },
);

/** Faulty places: keychains that cut, change or forget the given text. */
const ACCOUNT = 'api-key:one';
const FAULTS = {
  refuses: () => {
    throw new Failure('vault', 'It does not take it.');
  },
  cuts: (secret: string) => secret.slice(0, -1),
  'changes a letter': (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`,
  forgets: () => null,
};

/** @param fault of the first write; later writes succeed. */
function storeWith(held: Map<string, string>, fault: (secret: string) => string | null): SecretStore {
  let isFirst = true;
  return {
    get: async (account) => held.get(account) ?? null,
    async set(account, secret) {
      const kept = isFirst ? fault(secret) : secret;
      isFirst = false;
      if (kept === null) held.delete(account);
      else held.set(account, kept);
    },
    delete: async (account) => void held.delete(account),
  };
}

it.each(Object.entries(FAULTS))('a place that %s a new key gets back its old content', async (_, fault) => {
  const secret = fc.string({ minLength: 2 });
  await fc.assert(
    fc.asyncProperty(secret, fc.option(secret), async (next, before) => {
      const held = new Map(before === null ? [] : [[ACCOUNT, before]]);
      const was = [...held];
      await expect(keepSurely(storeWith(held, fault), ACCOUNT, next)).rejects.toMatchObject(
        refused(
          fault === FAULTS.refuses
            ? 'It does not take it.'
            : 'The key was written, but another one was read back, so it is not kept there.',
        ),
      );
      expect([...held]).toEqual(was);
    }),
  );
});

it.each([
  [
    'is the first failure, where the place cannot take back either',
    new Failure('vault', 'Nor that.'),
    'first',
  ],
  ['is a bug, where there is one', new TypeError('a bug'), 'a bug'],
])('the reported error %s', async (_, second, says) => {
  const errors = [new Failure('vault', 'first'), second];
  const store: SecretStore = {
    get: async () => 'before',
    set: () => Promise.reject(errors.shift()),
    delete: () => expect.unreachable('It held something.'),
  };
  await expect(keepSurely(store, ACCOUNT, 'next')).rejects.toThrow(says);
  expect(errors).toEqual([]);
});

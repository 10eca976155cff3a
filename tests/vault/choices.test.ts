import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SecretName } from '../../service/vault/index.ts';
import { newFileStore } from './open-vault.ts';
import { BLS, LOCKED, PASSPHRASE, places, refused, WRONG } from './places.ts';

vi.mock('node:crypto', async (original) =>
  (await import('./cheap-scrypt.ts')).withCheapScrypt(await original()),
);

const ONE: SecretName = { kind: 'api-key', id: '1' };
const TEAM: SecretName = { kind: 'team', address: 'https://a.example' };
const NEXT = 'another passphrase';

/** A key in the keychain, two in memory, and one from the memory of an earlier session. */
async function withKeys() {
  const own = await places();
  await own.note(null, [['api-key:gone', 'session']]);
  await own.secrets.write(ONE, 'kept in the keychain');
  await own.choices.choose({ way: 'use-session' });
  await own.secrets.write(BLS, 'first in memory');
  own.setTime('2026-11-23T10:00:00.000Z');
  await own.secrets.write(TEAM, 'second in memory');
  own.asked.length = 0;
  return own;
}

const ROWS = [
  { account: 'api-key:gone', last4: 'abcd', set_at: '2026-01-02T03:04:05.000Z', kept_in: 'session' },
  { account: 'api-key:1', last4: 'hain', set_at: '2026-11-22T10:00:00.000Z', kept_in: 'keychain' },
];
const rowsIn = (kept_in: string) => [
  { account: 'publisher:BLS', last4: 'mory', set_at: '2026-11-22T10:00:00.000Z', kept_in },
  { account: 'team:https://a.example', last4: 'mory', set_at: '2026-11-23T10:00:00.000Z', kept_in },
];

const inMemory = async ({ session }: Awaited<ReturnType<typeof places>>) =>
  Promise.all(['publisher:BLS', 'team:https://a.example'].map((account) => session.get(account)));
const readable = async ({ secrets }: Awaited<ReturnType<typeof places>>) =>
  Promise.all([BLS, TEAM].map((name) => secrets.read(name)));
const MOVED = ['first in memory', 'second in memory'];

describe('keys in memory', () => {
  it('move to the keychain, which is unlocked before it is chosen', async () => {
    const own = await withKeys();
    await own.choices.choose({ way: 'use-keychain' });
    expect(own.asked).toEqual(['unlock']);
    expect(await own.index()).toEqual({
      ...{ version: 1, kept_in: 'keychain', secrets: [...ROWS, ...rowsIn('keychain')] },
    });
    expect([...own.held]).toEqual([
      ['api-key:1', 'kept in the keychain'],
      ['publisher:BLS', 'first in memory'],
      ['team:https://a.example', 'second in memory'],
    ]);
    expect(await inMemory(own)).toEqual([null, null]);
    expect(await readable(own)).toEqual(MOVED);
  });

  it('move to the file', async () => {
    const own = await withKeys();
    expect(await own.choices.choose({ way: 'use-file', passphrase: PASSPHRASE })).toEqual({
      keychain: 'unlocked',
      keychain_name: 'Keyring',
      kept_in: 'file',
      file: 'open',
      message: 'Keys are kept in the file under your passphrase, which is open.',
      ways: ['use-keychain'],
      start_anew: null,
    });
    expect(own.asked).toEqual([]);
    expect(await own.index()).toEqual({ version: 1, kept_in: 'file', secrets: [...ROWS, ...rowsIn('file')] });
    expect(await inMemory(own)).toEqual([null, null]);
    expect([...own.held]).toEqual([['api-key:1', 'kept in the keychain']]);
    expect(await readable(own)).toEqual(MOVED);
    const later = newFileStore(own.sealedFile);
    await later.open(PASSPHRASE);
    expect(await later.get('publisher:BLS')).toBe('first in memory');
  });

  it('stay readable if the index cannot be written, or if the other place loses them', async () => {
    const own = await withKeys();
    own.breakIndex();
    await expect(own.choices.choose({ way: 'use-keychain' })).rejects.toMatchObject({ code: 'vault' });
    await own.mend();
    expect(await readable(own)).toEqual(MOVED);
    const other = await withKeys();
    other.held.set = () => other.held;
    await expect(other.choices.choose({ way: 'use-keychain' })).rejects.toMatchObject(
      refused('The key was written, but another one was read back, so it is not kept there.'),
    );
    expect(await other.index()).toMatchObject({ secrets: [...ROWS, ...rowsIn('session')] });
    expect(await readable(other)).toEqual(MOVED);
  });

  it('stay where they are when memory is chosen again', async () => {
    const own = await withKeys();
    await own.choices.choose({ way: 'use-session' });
    expect(own.asked).toEqual([]);
    expect(await own.index()).toEqual({
      ...{ version: 1, kept_in: 'session', secrets: [...ROWS, ...rowsIn('session')] },
    });
    expect(await readable(own)).toEqual(MOVED);
  });
});

describe('a choice', () => {
  it('of the keychain is not recorded if the keychain stays locked', async () => {
    const { choices, turn, index } = await withKeys();
    const before = await index();
    turn('locked');
    for (const way of ['use-keychain', 'unlock'] as const) {
      await expect(choices.choose({ way })).rejects.toMatchObject(refused(LOCKED));
    }
    expect(await index()).toEqual(before);
  });

  it('of the file is not recorded if the passphrase is wrong', async () => {
    const own = await places();
    await newFileStore(own.sealedFile).create(NEXT);
    await expect(own.choices.choose({ way: 'use-file', passphrase: PASSPHRASE })).rejects.toThrow(WRONG);
    expect(await readdir(own.folder)).toEqual(['vault-sealed.json']);
    await own.choices.choose({ way: 'use-file', passphrase: NEXT });
    expect(await own.index()).toEqual({ version: 1, kept_in: 'file', secrets: [] });
  });

  it('to unlock, or to open the file, records nothing', async () => {
    const own = await withKeys();
    const before = await own.index();
    await expect(own.choices.choose({ way: 'open-file', passphrase: NEXT })).rejects.toThrow(
      `There is no file of keys to open: ${own.sealedFile}.`,
    );
    await newFileStore(own.sealedFile).create(NEXT);
    const { ways } = await own.choices.choose({ way: 'unlock' });
    expect(ways).toEqual(['use-keychain', 'open-file', 'new-file']);
    expect(await own.choices.choose({ way: 'open-file', passphrase: NEXT })).toMatchObject({
      file: 'open',
      kept_in: 'session',
      ways: ['use-keychain', 'use-file'],
    });
    expect([await own.index(), own.asked]).toEqual([before, ['unlock']]);
  });

  it.each([
    ['unlock', ''],
    ['use-keychain', '{"version":1'],
    ['use-session', '[]'],
    ['use-file', '{"version":2}'],
    ['open-file', '{"version":2,"kept_in":null,"secrets":[]}'],
    ['new-file', '{"version":2}'],
  ] as const)('of %s is refused before any change if the index is damaged: %j', async (way, text) => {
    const own = await places();
    await writeFile(own.indexFile, text);
    await newFileStore(own.sealedFile).create(NEXT);
    const message = `${own.indexFile} is damaged or was written by a newer Almanac, so it is not known which keys are kept. Put back a copy of it, or remove it to start over.`;
    for (const use of [
      () => own.choices.choose({ way, passphrase: PASSPHRASE }),
      () => own.secrets.look(ONE),
      () => own.secrets.write(ONE, 'a key of this test'),
    ])
      await expect(use()).rejects.toMatchObject(refused(message));
    expect([own.asked, (await readdir(own.folder)).toSorted()]).toEqual([
      ...[[], ['vault-sealed.json', 'vault.json']],
    ]);
    expect(await readFile(own.indexFile, 'utf8')).toBe(text);
    expect(await own.choices.state()).toEqual({
      keychain: 'unlocked',
      keychain_name: 'Keyring',
      kept_in: null,
      file: 'locked',
      message,
      ways: [],
      start_anew: null,
    });
  });
});

describe('a file whose passphrase is forgotten', () => {
  /** Keys in every place, and a file that nobody has opened in this session. */
  async function forgotten() {
    const own = await withKeys();
    await newFileStore(own.sealedFile).create(NEXT);
    await own.note('session', [
      ['api-key:1', 'keychain'],
      ['publisher:BEA', 'file'],
      ['publisher:BLS', 'session'],
      ['api-key:2', 'file'],
      ['team:https://a.example', 'session'],
    ]);
    return own;
  }
  const row = (account: string, kept_in: string) => ({
    ...{ account, last4: 'abcd', set_at: '2026-01-02T03:04:05.000Z', kept_in },
  });

  it('is put aside with the index, both dated; a new file takes the keys in memory', async () => {
    const own = await forgotten();
    const { start_anew } = await own.choices.state();
    expect(start_anew).toBe(
      `If the passphrase is forgotten, a new file can be made. ${own.sealedFile} is put aside under a name with the date, not deleted. Lost with it: your BEA key and the copy of an API key. Tools with an API key keep working.`,
    );
    const before = [await readFile(own.sealedFile, 'utf8'), await readFile(own.indexFile, 'utf8')];
    own.setTime('2026-11-30T23:59:59.999Z');
    await own.choices.choose({ way: 'new-file', passphrase: PASSPHRASE });
    expect(own.asked).toEqual([]);
    expect((await readdir(own.folder)).toSorted()).toEqual([
      ...['vault-sealed.2026-11-30.json', 'vault-sealed.json', 'vault.2026-11-30.json', 'vault.json'],
    ]);
    const aside = ['vault-sealed.2026-11-30.json', 'vault.2026-11-30.json'].map((name) =>
      readFile(path.join(own.folder, name), 'utf8'),
    );
    expect(await Promise.all(aside)).toEqual(before);
    expect(await own.index()).toEqual({
      version: 1,
      kept_in: 'file',
      secrets: [
        row('api-key:1', 'keychain'),
        row('publisher:BLS', 'file'),
        row('team:https://a.example', 'file'),
      ],
    });
    expect([await own.secrets.read(ONE), await own.secrets.read(BLS)]).toEqual([
      'kept in the keychain',
      'first in memory',
    ]);
    expect(await own.session.get('publisher:BLS')).toBeNull();

    // If the passphrase is found after all, both files can be put back.
    await rename(path.join(own.folder, 'vault-sealed.2026-11-30.json'), own.sealedFile);
    await rename(path.join(own.folder, 'vault.2026-11-30.json'), own.indexFile);
    await newFileStore(own.sealedFile).open(NEXT);
    expect(await own.index()).toMatchObject({ kept_in: 'session', secrets: Array(5).fill({}) });
  });

  it('is not replaced while it is open', async () => {
    const own = await forgotten();
    await own.choices.choose({ way: 'open-file', passphrase: NEXT });
    const before = [await own.index(), await readFile(own.sealedFile, 'utf8')];
    await expect(own.choices.choose({ way: 'new-file', passphrase: PASSPHRASE })).rejects.toMatchObject(
      refused('The file of keys is open, so nothing in it has to be given up.'),
    );
    expect([await own.index(), await readFile(own.sealedFile, 'utf8')]).toEqual(before);
    expect((await readdir(own.folder)).toSorted()).toEqual(['vault-sealed.json', 'vault.json']);
  });

  it('is made again if it is missing', async () => {
    const own = await places();
    await own.note('file', [['publisher:BEA', 'file']]);
    await own.choices.choose({ way: 'new-file', passphrase: PASSPHRASE });
    expect(await own.index()).toEqual({ version: 1, kept_in: 'file', secrets: [] });
    expect((await readdir(own.folder)).toSorted()).toEqual([
      ...['vault-sealed.json', 'vault.2026-11-22.json', 'vault.json'],
    ]);
  });
});

it.each(['use-file', 'open-file', 'new-file'] as const)(
  'a passphrase has at least eight characters, or %s is refused and nothing is made',
  async (way) => {
    const { choices, folder } = await places('no-service');
    for (const short of [{}, { passphrase: '' }, { passphrase: 'seven77' }])
      await expect(choices.choose({ way, ...short })).rejects.toMatchObject(
        refused('The file of keys takes a passphrase of at least 8 characters.'),
      );
    expect(await readdir(folder)).toEqual([]);
    expect(await choices.choose({ way: 'use-file', passphrase: 'eight888' })).toMatchObject({
      ...{ kept_in: 'file', file: 'open' },
    });
  },
);

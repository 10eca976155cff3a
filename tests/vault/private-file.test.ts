import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { copyAside, readPrivateFile, writePrivateFile } from '../../service/vault/private-file.ts';

const newFolder = () => mkdtemp(path.join(tmpdir(), 'almanac-private-'));

it('can be read only by its owner, even if the old one could be read by others', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such rights on a file');
  const file = path.join(await newFolder(), 'inner/file.json');
  expect(await readPrivateFile(file)).toBeUndefined();
  await writePrivateFile(file, 'one');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const open = path.join(path.dirname(file), 'open.json');
  await writeFile(open, 'old', { mode: 0o644 });
  await writePrivateFile(open, 'new');
  expect(await readPrivateFile(open)).toBe('new');
  expect((await stat(open)).mode & 0o777).toBe(0o600);
});

it('is old or new and never in between, also when many write and read at once', async () => {
  const file = path.join(await newFolder(), 'file.json');
  const texts = Array.from({ length: 20 }, (_, at) => `${at}`.repeat(50_000));
  await writePrivateFile(file, texts[0] ?? '');
  const seen = await Promise.all(
    texts.flatMap((text) => [writePrivateFile(file, text).then(() => text), readFile(file, 'utf8')]),
  );
  expect(seen.filter((text) => !texts.includes(text))).toEqual([]);
  expect(await readdir(path.dirname(file))).toEqual(['file.json']);
});

it('that cannot be written or read is an error with its reason, and leaves no draft', async () => {
  const folder = await newFolder();
  const file = path.join(folder, 'file.json');
  // No user, not even the administrator, can put a file in the place of a folder that holds something.
  await mkdir(path.join(file, 'inner'), { recursive: true });
  const failure = (message: string) => ({ code: 'vault', message, at: { file } });
  await expect(writePrivateFile(file, 'text')).rejects.toMatchObject(
    failure(`${file} cannot be written: EISDIR.`),
  );
  await expect(readPrivateFile(file)).rejects.toMatchObject(failure(`${file} cannot be read: EISDIR.`));
  expect(await readdir(folder)).toEqual(['file.json']);
  // Where a file is in the place of its folder.
  await writeFile(path.join(folder, 'text'), '');
  const within = path.join(folder, 'text/file.json');
  await expect(readPrivateFile(within)).rejects.toThrow(`${within} cannot be read: ENOTDIR.`);
  await expect(writePrivateFile(within, 'text')).rejects.toMatchObject({ code: 'vault' });
});

it('has a folder that only its owner can enter, if that is made for it', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such rights on a folder');
  const folder = await newFolder();
  await writePrivateFile(path.join(folder, 'a/b/file.json'), 'text');
  for (const each of ['a', 'a/b']) expect((await stat(path.join(folder, each))).mode & 0o777).toBe(0o700);
});

it('is copied with its companion to names with the date that are still free, and stays', async () => {
  const folder = await newFolder();
  const [one, two, missing] = ['one.json', 'two.json', 'three.json'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  await writeFile(one, 'first', { mode: 0o644 });
  await writeFile(two, 'second');
  await writeFile(path.join(folder, 'two.2026-11-21.json'), 'of an earlier time');
  await copyAside([one, two, missing], '2026-11-21');
  await writeFile(one, 'third');
  await copyAside([missing, one], '2026-11-21');
  await copyAside([one, two], '2026-11-21');
  await copyAside([two], '2026-11-22');
  expect((await readdir(folder)).toSorted()).toEqual([
    'one.2026-11-21-2.json',
    'one.2026-11-21-3.json',
    'one.2026-11-21.json',
    'one.json',
    'two.2026-11-21-2.json',
    'two.2026-11-21-3.json',
    'two.2026-11-21.json',
    'two.2026-11-22.json',
    'two.json',
  ]);
  const textOf = (name: string) => readFile(path.join(folder, name), 'utf8');
  expect(await Promise.all(['-2', '', '-3'].map((count) => textOf(`one.2026-11-21${count}.json`)))).toEqual([
    ...['first', 'third', 'third'],
  ]);
  expect(await Promise.all(['', '-2', '-3'].map((count) => textOf(`two.2026-11-21${count}.json`)))).toEqual([
    ...['of an earlier time', 'second', 'second'],
  ]);
  if (process.platform !== 'win32')
    expect((await stat(path.join(folder, 'one.2026-11-21-2.json'))).mode & 0o777).toBe(0o600);
});

it('that cannot be put aside is an error, and leaves no copy of its companions', async () => {
  const folder = await newFolder();
  await writeFile(path.join(folder, 'one.json'), 'first');
  await mkdir(path.join(folder, 'two.json'));
  const files = ['one.json', 'two.json'].map((name) => path.join(folder, name));
  const file = files[1];
  await expect(copyAside(files, '2026-11-21')).rejects.toMatchObject({
    code: 'vault',
    message: expect.stringMatching(/two\.json cannot be put aside: E[A-Z]+\.$/),
    at: { file },
  });
  expect((await readdir(folder)).toSorted()).toEqual(['one.json', 'two.json']);
});

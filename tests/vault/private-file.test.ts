import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { copyAside, readPrivateFile, writePrivateFile } from '../../electron/vault/private-file.ts';

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

it('that cannot be written is an error, and leaves no draft', async () => {
  const folder = await newFolder();
  const file = path.join(folder, 'file.json');
  // No user, not even the administrator, can put a file in the place of a folder that holds something.
  await mkdir(path.join(file, 'inner'), { recursive: true });
  await expect(writePrivateFile(file, 'text')).rejects.toMatchObject({
    code: 'vault',
    message: /cannot be written/,
  });
  await expect(readPrivateFile(file)).rejects.toMatchObject({ code: 'vault', message: /cannot be read/ });
  expect(await readdir(folder)).toEqual(['file.json']);
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
  expect((await readdir(folder)).toSorted()).toEqual([
    'one.2026-11-21-2.json',
    'one.json',
    'two.2026-11-21-2.json',
    'two.2026-11-21.json',
    'two.json',
  ]);
  expect(await readFile(path.join(folder, 'one.2026-11-21-2.json'), 'utf8')).toBe('first');
  expect(await readFile(path.join(folder, 'two.2026-11-21.json'), 'utf8')).toBe('of an earlier time');
  if (process.platform !== 'win32')
    expect((await stat(path.join(folder, 'one.2026-11-21-2.json'))).mode & 0o777).toBe(0o600);
});

it('that cannot be put aside is an error, and leaves no copy of its companions', async () => {
  const folder = await newFolder();
  await writeFile(path.join(folder, 'one.json'), 'first');
  await mkdir(path.join(folder, 'two.json'));
  const files = ['one.json', 'two.json'].map((name) => path.join(folder, name));
  await expect(copyAside(files, '2026-11-21')).rejects.toThrow(/two\.json cannot be put aside/);
  expect((await readdir(folder)).toSorted()).toEqual(['one.json', 'two.json']);
});

import type { PathLike } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { copyAside, readPrivateFile, writePrivateFile } from '../../service/vault/secret-index.ts';
import { newFolder, refused } from './places.ts';

/** Order of the writes to disk: a power cut between two steps leaves the old file or the new one. */
const calls: string[] = [];
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    async open(...given: Parameters<typeof real.open>) {
      const handle = await real.open(...given);
      const sync = handle.sync.bind(handle);
      handle.sync = () => {
        calls.push(`sync ${path.extname(String(given[0]))}`);
        return sync();
      };
      return handle;
    },
  };
});
const names = new Map<number, string>();
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    openSync(...given: Parameters<typeof real.openSync>) {
      const handle = real.openSync(...given);
      names.set(handle, path.extname(String(given[0])));
      return handle;
    },
    fsyncSync(handle: number) {
      calls.push(`sync ${names.get(handle)}`);
      real.fsyncSync(handle);
    },
    renameSync(from: PathLike, to: PathLike) {
      calls.push(`rename ${path.extname(String(from))} ${path.basename(String(to))}`);
      real.renameSync(from, to);
    },
  };
});

it('a private file is on the disk before it takes its name, and a copy before it is reported', async () => {
  const folder = await newFolder();
  calls.length = 0;
  await writePrivateFile(path.join(folder, 'vault.json'), 'text');
  const folderToo = process.platform === 'win32' ? [] : ['sync '];
  expect(calls).toEqual(['sync .draft', 'rename .draft vault.json', ...folderToo]);
  calls.length = 0;
  await copyAside([path.join(folder, 'vault.json')], '2026-11-22');
  expect(calls).toEqual(['sync .json']);
});

it('a private file and its new folders belong to its owner alone, even if the old file was readable by others', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'Windows has no such rights on a file');
  const folder = await newFolder();
  const file = path.join(folder, 'a/b/file.json');
  expect(await readPrivateFile(file)).toBeUndefined();
  await writePrivateFile(file, 'one');
  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777;
  expect([await modeOf('a'), await modeOf('a/b'), await modeOf('a/b/file.json')]).toEqual([
    0o700, 0o700, 0o600,
  ]);
  const open = path.join(folder, 'open.json');
  await writeFile(open, 'old', { mode: 0o644 });
  await writePrivateFile(open, 'new');
  expect([await readPrivateFile(open), await modeOf('open.json')]).toEqual(['new', 0o600]);
});

it('a private file is old or new and never in between, even when many write and read at once', async () => {
  const file = path.join(await newFolder(), 'file.json');
  const texts = Array.from({ length: 20 }, (_, at) => `${at}`.repeat(50_000));
  await writePrivateFile(file, texts[0] ?? '');
  const seen = await Promise.all(
    texts.flatMap((text) => [writePrivateFile(file, text).then(() => text), readFile(file, 'utf8')]),
  );
  expect(seen.filter((text) => !texts.includes(text))).toEqual([]);
  expect(await readdir(path.dirname(file))).toEqual(['file.json']);
});

it('a private file that cannot be written or read gives an error with the reason, and leaves no draft', async () => {
  const folder = await newFolder();
  const file = path.join(folder, 'file.json');
  // Not even an administrator can replace a non-empty folder with a file.
  await mkdir(path.join(file, 'inner'), { recursive: true });
  const failure = (message: string) => ({ ...refused(message), at: { file } });
  await expect(writePrivateFile(file, 'text')).rejects.toMatchObject(
    failure(`${file} cannot be written: EISDIR.`),
  );
  await expect(readPrivateFile(file)).rejects.toMatchObject(failure(`${file} cannot be read: EISDIR.`));
  expect(await readdir(folder)).toEqual(['file.json']);
  // In this case the parent of the path is a file, not a folder.
  await writeFile(path.join(folder, 'text'), '');
  const within = path.join(folder, 'text/file.json');
  await expect(readPrivateFile(within)).rejects.toThrow(`${within} cannot be read: ENOTDIR.`);
  await expect(writePrivateFile(within, 'text')).rejects.toMatchObject({ code: 'vault' });
});

it('a private file is copied with its companion to free names with the date, and stays', async () => {
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
  const files = (await readdir(folder)).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  expect(files.map((name, at) => [name, texts[at]])).toEqual([
    ['one.2026-11-21-2.json', 'first'],
    ['one.2026-11-21-3.json', 'third'],
    ['one.2026-11-21.json', 'third'],
    ['one.json', 'third'],
    ['two.2026-11-21-2.json', 'second'],
    ['two.2026-11-21-3.json', 'second'],
    ['two.2026-11-21.json', 'of an earlier time'],
    ['two.2026-11-22.json', 'second'],
    ['two.json', 'second'],
  ]);
  if (process.platform !== 'win32')
    expect((await stat(path.join(folder, 'one.2026-11-21-2.json'))).mode & 0o777).toBe(0o600);
});

it('a private file that cannot be put aside gives an error, and leaves no copies of its companions', async () => {
  const folder = await newFolder();
  await writeFile(path.join(folder, 'one.json'), 'first');
  await mkdir(path.join(folder, 'two.json'));
  const files = ['one.json', 'two.json'].map((name) => path.join(folder, name));
  await expect(copyAside(files, '2026-11-21')).rejects.toMatchObject({
    ...refused(expect.stringMatching(/two\.json cannot be put aside: E[A-Z]+\.$/)),
    at: { file: files[1] },
  });
  expect((await readdir(folder)).toSorted()).toEqual(['one.json', 'two.json']);
});

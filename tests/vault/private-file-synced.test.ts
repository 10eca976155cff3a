import type { PathLike } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { copyAside, writePrivateFile } from '../../service/vault/private-file.ts';

/** In which order the disk is told of a file: a power cut between two steps leaves the old one or the new one. */

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

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-synced-'));
  calls.length = 0;
});

it('a draft is on the disk before it takes the name', async () => {
  await writePrivateFile(path.join(folder, 'vault.json'), 'text');
  const folderToo = process.platform === 'win32' ? [] : ['sync '];
  expect(calls).toEqual(['sync .draft', 'rename .draft vault.json', ...folderToo]);
});

it('a copy is on the disk before it is reported', async () => {
  await writeFile(path.join(folder, 'vault.json'), 'text');
  await copyAside([path.join(folder, 'vault.json')], '2026-11-22');
  expect(calls).toEqual(['sync .json']);
  expect((await readdir(folder)).toSorted()).toEqual(['vault.2026-11-22.json', 'vault.json']);
  expect(await readFile(path.join(folder, 'vault.2026-11-22.json'), 'utf8')).toBe('text');
});

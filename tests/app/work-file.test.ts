import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { HostState } from '../../service/contract/host.ts';
import { temporaryFolder } from '../api/folder.ts';
import { smallDisk } from '../support/small-disk.ts';
import { pageService, said } from './page-service.ts';

/** What a person has saved, over starts of the service, and with a work.sqlite that is damaged, newer, or may not be written. */

const VIEW = {
  ...{ kind: 'view', id: 'tenyears01', name: 'Ten years', note: '', folder: 'Rates' },
  ...{ revision: 0, is_deleted: false, content: { address: '/yields', frozen: null } },
};
type Page = Awaited<ReturnType<typeof pageService>>;
const savedIn = async (page: Page) => (await said(page.ask('/host/saved')))[1].items;

/** Runs a service on a folder until `use` has ended. */
async function running<T>(dataDir: string, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await pageService({ dataDir });
  try {
    return await use(page);
  } finally {
    await page.service.close(0);
  }
}
const save = (dataDir: string) =>
  running(dataDir, async (page) => {
    expect((await page.post('save-item', VIEW)).status).toBe(200);
    return page.origin;
  });

test('a damaged work.sqlite is set aside whole and named, and what is made then is kept', async () => {
  const dataDir = temporaryFolder();
  await save(dataDir);
  const file = join(dataDir, 'work.sqlite');
  const bytes = readFileSync(file).fill(0x5a, 0, 4096);
  writeFileSync(file, bytes);
  await running(dataDir, async (page) => {
    const { incidents } = (await said(page.ask('/host/state')))[1] as HostState;
    expect(incidents).toMatchObject([{ kind: 'damaged', what: 'work' }]);
    const aside = incidents[0]?.file as string;
    expect(aside).toMatch(/work\.sqlite\.broken-[\dTZ-]+$/);
    expect(readFileSync(aside).equals(bytes)).toBe(true);
    expect(await savedIn(page)).toEqual([]);
    expect((await page.post('save-item', VIEW)).status).toBe(200);
    expect(await savedIn(page)).toMatchObject([{ name: 'Ten years' }]);
  });
});

test('a work.sqlite of a newer Almanac stops the start with what to do, and is not touched', async () => {
  const dataDir = temporaryFolder();
  await save(dataDir);
  const file = join(dataDir, 'work.sqlite');
  const db = new Sqlite(file);
  const layout = db.pragma('user_version', { simple: true });
  db.pragma('user_version = 99');
  db.close();
  const before = readFileSync(file);
  await expect(pageService({ dataDir })).rejects.toMatchObject({
    code: 'newer_version',
    message: expect.stringMatching(
      /work\.sqlite was written by a newer Almanac.*Start the newer Almanac, or choose another data folder\./,
    ),
  });
  expect(readFileSync(file).equals(before)).toBe(true);
  const mended = new Sqlite(file);
  mended.pragma(`user_version = ${layout}`);
  mended.close();
  await running(dataDir, async (page) => expect(await savedIn(page)).toMatchObject([{ name: 'Ten years' }]));
});

test('what is saved is there on another port; where the folder can only be read, it is shown, and saving says why not', {
  tags: 'soak',
}, async ({ skip }) => {
  const disk = smallDisk(32);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const dataDir = join(disk.path, 'data');
  const ten = expect.objectContaining({ name: 'Ten years', folder: 'Rates', revision: 1 });
  const first = await save(dataDir);
  await running(dataDir, async (page) => {
    expect(page.origin).not.toBe(first);
    expect(await savedIn(page)).toEqual([ten]);
  });
  disk.readOnly();
  await running(dataDir, async (page) => {
    const answer = await page.post('save-item', { ...VIEW, name: 'Other', revision: 1 });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).toMatch(/may not be written: it is on a disk that can only be read/);
    expect(await savedIn(page)).toEqual([ten]);
  });
});

import { readdir } from 'node:fs/promises';
import { type EndlessDownload, FILE, openEndlessDownload } from './endless-download.ts';
import { test as base, expect } from './fixtures.ts';

/** What Chromium leaves on the disk of an export that the data service dies under: nothing that looks whole. */

const test = base.extend<{ download: EndlessDownload }>({
  download: async ({ target, context }, use) => {
    const download = await openEndlessDownload(target, context);
    await use(download);
    await download.stop();
  },
});

test('a service that dies in the middle of an export leaves no file', async ({ download }) => {
  const { page, folder } = download;
  await download.start();
  await expect.poll(download.bytes).toBeGreaterThan(0);
  expect(await readdir(folder)).not.toContain(FILE);
  await download.killService();
  await expect.poll(download.ended).toBe('canceled');
  await expect.poll(() => readdir(folder)).toEqual([]);
  // The service is started again within a second or two.
  await expect(async () => {
    await page.reload();
    await expect(page).toHaveTitle('Almanac');
  }).toPass();
});

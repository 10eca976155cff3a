import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type StreamingHost, startStreamingHost } from '../faults/streaming-host.ts';
import { test as base, expect } from './fixtures.ts';

/** What a real browser leaves on the disk of an export that the data service dies under: nothing that looks whole. */

type Fixtures = { host: StreamingHost; folder: string };
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  host: async ({}, use) => {
    const host = await startStreamingHost();
    await use(host);
    await host.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-downloads-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

test('a service that dies in the middle of an export leaves no file, and the page goes on @browser-only', async ({
  context,
  host,
  folder,
}) => {
  const page = await context.newPage();
  await page.goto(host.origin);
  // A folder of the test's own, in which files get the names that a person would see.
  const devtools = await context.newCDPSession(page);
  const states: string[] = [];
  const { targetInfo } = await devtools.send('Target.getTargetInfo');
  await devtools.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    browserContextId: targetInfo.browserContextId as string,
    downloadPath: folder,
    eventsEnabled: true,
  });
  devtools.on('Browser.downloadProgress', ({ state }) => void states.push(state));
  const url = await host.endlessDownload();
  await page.evaluate((address) => {
    const link = document.createElement('a');
    Object.assign(link, { href: address, download: 'debt.csv' });
    link.click();
  }, url);
  const bytes = async (): Promise<number> => {
    const sizes = (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size);
    return Math.max(0, ...(await Promise.all(sizes)));
  };
  await expect.poll(bytes).toBeGreaterThan(0);
  expect(await readdir(folder)).not.toContain('debt.csv');
  await host.killService();
  await expect.poll(() => states.at(-1)).toBe('canceled');
  expect(states).not.toContain('completed');
  await expect.poll(() => readdir(folder)).toEqual([]);
  await page.reload();
  await expect(page).toHaveTitle('Almanac');
});

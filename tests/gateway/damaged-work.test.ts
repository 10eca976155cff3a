import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { HostState } from '../../service/contract/host.ts';
import { startBrowserMode } from '../support/browser-mode.ts';
import { signIn } from '../support/signed-in.ts';

const VIEW = {
  ...{ kind: 'view', id: 'tenyears01', name: 'Ten years', note: '', folder: '' },
  ...{ revision: 0, is_deleted: false, content: { address: '/yields', frozen: null } },
};
type Page = Awaited<ReturnType<typeof signIn>>;
/** The host's state once the service has started, or failed to. */
async function stateOf(page: Page): Promise<HostState> {
  for (;;) {
    const state = (await (await page.ask('/host/state')).json()) as HostState;
    if (state.service !== 'starting') return state;
    await setTimeout(50);
  }
}
const namesIn = async (page: Page) => (await (await page.ask('/host/saved')).json()).items;

/** Starts browser mode on a data folder and signs in, until `use` has ended. */
async function running(dataDir: string, use: (page: Page) => Promise<void>): Promise<void> {
  const host = await startBrowserMode(['--data-dir', dataDir, '--port', '0', '--no-sample']);
  onTestFinished(async () => void (await host.stop()));
  await use(await signIn(host));
  await host.stop();
}

/** A data folder in which a view is saved. */
async function folderWithView(): Promise<{ dataDir: string; file: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'almanac-work-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await running(dataDir, async (page) => {
    expect((await page.ask('/host/save-item', VIEW)).status).toBe(200);
  });
  return { dataDir, file: join(dataDir, 'work.sqlite') };
}

test('a damaged work.sqlite is set aside whole and named, and what is made then is kept', async () => {
  const { dataDir, file } = await folderWithView();
  const bytes = readFileSync(file).fill(0x5a, 0, 4096);
  writeFileSync(file, bytes);
  await running(dataDir, async (page) => {
    const { service, incidents } = await stateOf(page);
    expect(service).toBe('ready');
    expect(incidents).toMatchObject([{ kind: 'damaged', what: 'work' }]);
    const aside = incidents[0]?.file as string;
    expect(aside).toMatch(/work\.sqlite\.broken-[\dTZ-]+$/);
    expect(readFileSync(aside).equals(bytes)).toBe(true);
    expect(await namesIn(page)).toEqual([]);
    expect((await page.ask('/host/save-item', VIEW)).status).toBe(200);
    expect(await namesIn(page)).toMatchObject([{ name: 'Ten years' }]);
  });
});

test('a work.sqlite of a newer Almanac stops the service with what to do, and is not touched', async () => {
  const { dataDir, file } = await folderWithView();
  const db = new Sqlite(file);
  const layout = db.pragma('user_version', { simple: true });
  db.pragma('user_version = 99');
  db.close();
  const before = readFileSync(file);
  await running(dataDir, async (page) => {
    const { service, message } = await stateOf(page);
    expect(service).toBe('failed');
    expect(message).toContain(`${file} was written by a newer Almanac`);
    expect(message).toContain('Start the newer Almanac, or choose another data folder.');
    expect((await page.ask('/host/saved')).status).toBe(503);
    expect((await page.ask('/host/save-item', { ...VIEW, id: 'other00001' })).status).toBe(503);
  });
  expect(readFileSync(file).equals(before)).toBe(true);
  const mended = new Sqlite(file);
  mended.pragma(`user_version = ${layout}`);
  mended.close();
  await running(dataDir, async (page) => expect(await namesIn(page)).toMatchObject([{ name: 'Ten years' }]));
});

import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { AppState } from '../../service/contract/app-state.ts';
import type { Failure } from '../../service/contract/failure.ts';
import { startLastingService } from '../../service/lasting-service.ts';
import { openIncidents } from '../../service/process/incidents.ts';
import type { ServiceOptions } from '../../service/service-options.ts';
import { fillFolder, temporaryFolder } from '../api/folder.ts';
import { smallDisk } from '../support/small-disk.ts';
import { pageService, said } from './page-service.ts';

/** The ports that the service takes, and its end when a file of its folder is removed. */

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const holder = process.platform === 'linux' ? `node \\(process ${process.pid}\\)` : '.+';

test('a taken page port that the user asked for ends the start in one line, and nothing stays open', async () => {
  const port = await takenPort();
  const dataDir = temporaryFolder();
  const start = pageService({ dataDir, page: { port, isPortFixed: true } });
  await expect(start).rejects.toMatchObject({
    code: 'port_in_use',
    message: expect.stringMatching(
      new RegExp(`^Port ${port} is in use by ${holder}: choose another one with --port, [^\\n]*$`),
    ),
  });
  // The folder is free for the next start.
  await pageService({ dataDir });
});

test('a taken page port that nobody asked for is replaced by a free one, with a line in the log', async () => {
  const port = await takenPort();
  const page = await pageService({ page: { port, isPortFixed: false } });
  expect(page.service.page?.port).not.toBe(port);
  expect((await page.ask('/host/state')).status).toBe(200);
  expect(page.logs).toEqual([
    ...[
      expect.stringMatching(
        `^Port ${port} is in use by ${holder}, so the page takes a free one this time\\.$`,
      ),
    ],
  ]);
});

test('a taken port of the API is replaced by the next port on the list, with a line for each', async () => {
  const [wanted, before] = [await takenPort(), await takenPort()];
  await expect(pageService({ port: wanted })).rejects.toMatchObject({ code: 'port_in_use' });
  const { service, logs } = await pageService({ port: wanted, otherPorts: [before, 0] });
  expect([wanted, before]).not.toContain(service.port);
  const line = (port: number, other: string) =>
    expect.stringMatching(
      `^Port ${port} is in use by ${holder}, so the API for other tools takes ${other} this time\\.$`,
    );
  expect(logs).toEqual([line(wanted, `port ${before}`), line(before, 'a free one')]);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
});

/** @returns 'open', or the error code, for a connection to an address of this computer. */
async function knock(host: string, port: number): Promise<string> {
  const socket = connect({ host, port });
  onTestFinished(() => void socket.destroy());
  return once(socket, 'connect').then(
    () => 'open',
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

test('the API and the page listen on loopback only', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has a second loopback address without set-up');
  const { service } = await pageService();
  for (const port of [service.port, service.page?.port ?? 0])
    expect([
      await knock('127.0.0.1', port),
      await knock('127.0.0.2', port),
      await knock('::1', port),
    ]).toEqual(['open', 'ECONNREFUSED', expect.stringMatching(/ECONNREFUSED|EADDRNOTAVAIL|EAFNOSUPPORT/)]);
});

const SAVED = {
  ...{ kind: 'view', id: 'tenyears01', name: 'Ten years', note: '', folder: '' },
  ...{ revision: 0, is_deleted: false, content: { address: '/yields', frozen: null } },
};

/** A service that watches its files, with its page. `whys` gets the failure that ended it. */
async function lasting(dataDir: string) {
  const ends: Failure[] = [];
  const page = await pageService({ dataDir }, (options: ServiceOptions) =>
    startLastingService(options, (why) => ends.push(why)),
  );
  return { ...page, whys: ends };
}

function remove(dataDir: string, file: string): void {
  for (const name of readdirSync(dataDir)) if (name.startsWith(file)) rmSync(join(dataDir, name));
}

test.each(['data', 'keys', 'work'] as const)(
  '%s.sqlite is deleted while the service runs: the next change is refused, and the service ends once',
  async (what) => {
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    const page = await lasting(dataDir);
    remove(dataDir, `${what}.sqlite`);
    const [status, { detail }] = await said(page.post('save-item', SAVED));
    expect([status, detail]).toEqual([
      ...[409, expect.stringMatching(`${what}\\.sqlite was removed or replaced .*Nothing was stored`)],
    ]);
    await expect.poll(() => page.whys.length).toBe(1);
    expect(page.whys[0]).toMatchObject({
      code: 'folder_unusable',
      message: expect.stringMatching(
        `${what}\\.sqlite was removed or replaced while the service ran, so it ends`,
      ),
    });
    expect(openIncidents(dataDir)).toMatchObject([{ kind: 'removed', what }]);
    await expect(fetch(`${page.service.url}/healthz`)).rejects.toThrow();
    await expect(page.ask('/host/state')).rejects.toThrow();
    await page.service.close(0);
    expect(page.whys).toHaveLength(1);
    // The next start opens the files that are there.
    const next = await lasting(dataDir);
    expect((await next.post('save-item', SAVED)).status).toBe(200);
    expect((await said(next.ask('/host/state')))[1].incidents).toMatchObject([{ what }]);
  },
);

test('a replaced data.sqlite is noticed without a change, and a removed folder has its own message', async () => {
  const [dataDir, other] = [temporaryFolder(), temporaryFolder()];
  for (const folder of [dataDir, other]) fillFolder(folder);
  const page = await lasting(dataDir);
  copyFileSync(join(other, 'data.sqlite'), join(dataDir, 'fresh'));
  renameSync(join(dataDir, 'fresh'), join(dataDir, 'data.sqlite'));
  await expect.poll(() => page.whys.length, { timeout: 20_000 }).toBe(1);
  expect(openIncidents(dataDir)).toMatchObject([{ kind: 'removed', what: 'data' }]);
  const gone = temporaryFolder();
  const whole = await lasting(gone);
  rmSync(gone, { recursive: true });
  await expect.poll(() => whole.whys.length, { timeout: 20_000 }).toBe(1);
  expect(whole.whys[0]?.message).toBe(
    `The data folder ${gone} was removed while the service ran. Put it back and start the service again.`,
  );
});

test('a service that was closed does not end a second time', async () => {
  const dataDir = temporaryFolder();
  const page = await lasting(dataDir);
  await page.service.close(0);
  remove(dataDir, 'work.sqlite');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(page.whys).toEqual([]);
});

/** Saved items across restarts, and with a work.sqlite that is damaged, newer, or read-only. */

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

test('a damaged work.sqlite is set aside unchanged and named, and new items are kept', async () => {
  const dataDir = temporaryFolder();
  await save(dataDir);
  const file = join(dataDir, 'work.sqlite');
  const bytes = readFileSync(file).fill(0x5a, 0, 4096);
  writeFileSync(file, bytes);
  await running(dataDir, async (page) => {
    const { incidents } = (await said(page.ask('/host/state')))[1] as AppState;
    expect(incidents).toMatchObject([{ kind: 'damaged', what: 'work' }]);
    const aside = incidents[0]?.file as string;
    expect(aside).toMatch(/work\.sqlite\.broken-[\dTZ-]+$/);
    expect(readFileSync(aside).equals(bytes)).toBe(true);
    expect(await savedIn(page)).toEqual([]);
    expect((await page.post('save-item', VIEW)).status).toBe(200);
    expect(await savedIn(page)).toMatchObject([{ name: 'Ten years' }]);
  });
});

test('a work.sqlite of a newer Almanac stops the start with advice, and is not changed', async () => {
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

test('saved items are there on another port, and on a read-only disk, where saving gives the reason', {
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

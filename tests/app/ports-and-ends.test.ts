import { once } from 'node:events';
import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Failure } from '../../service/contract/failure.ts';
import { startLastingService } from '../../service/lasting-service.ts';
import { openIncidents } from '../../service/process/incidents.ts';
import type { ServiceOptions } from '../../service/service-options.ts';
import { fillFolder, temporaryFolder } from '../api/folder.ts';
import { pageService, said } from './page-service.ts';

/** Which ports the service takes, and how it ends when a file of its folder is removed. */

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const holder = process.platform === 'linux' ? `node \\(process ${process.pid}\\)` : '.+';

test('a page port that was asked for and is taken ends the start in one line, and nothing stays open', async () => {
  const port = await takenPort();
  const dataDir = temporaryFolder();
  const start = pageService({ dataDir, page: { port, isPortFixed: true } });
  await expect(start).rejects.toMatchObject({
    code: 'port_in_use',
    message: expect.stringMatching(
      new RegExp(`^Port ${port} is in use by ${holder}: choose another one with --port, [^\\n]*$`),
    ),
  });
  // The folder is free again, so that the next start can have it.
  await pageService({ dataDir });
});

test('any other page port that is taken gives way to a free one, with a line in the log', async () => {
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

test('the API’s port, where it is taken, gives way to the next that was named, with a line each', async () => {
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

/** @returns 'open', or the code of the error, for a connection to an address of this computer. */
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

/** A lasting service with a page. `ended` gets the failure with which it ended. */
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
  '%s.sqlite that is deleted under the service: the next change is refused, and the service ends once',
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
    // The next start opens what is there then.
    const next = await lasting(dataDir);
    expect((await next.post('save-item', SAVED)).status).toBe(200);
    expect((await said(next.ask('/host/state')))[1].incidents).toMatchObject([{ what }]);
  },
);

test('a replaced data.sqlite is noticed without a change, and its folder’s end is said as such', async () => {
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

test('a lasting service that is closed in time does not end as well', async () => {
  const dataDir = temporaryFolder();
  const page = await lasting(dataDir);
  await page.service.close(0);
  remove(dataDir, 'work.sqlite');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(page.whys).toEqual([]);
});

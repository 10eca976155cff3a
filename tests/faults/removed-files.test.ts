import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { HostMessage, ServiceCalls, ServiceMessage } from '../../service/contract/control.ts';
import { dismissIncident, openIncidents } from '../../service/process/incidents.ts';
import type { AnswerMessage, CallMessage, InputOf } from '../../service/process/rpc.ts';
import { openReader, openWriter } from '../../service/store/index.ts';
import { CREDENTIAL, fillFolder, publish, temporaryFolder } from '../http/folder.ts';
import { makeFolder, runOf } from '../store/folder.ts';
import { openRaw } from '../store/raw.ts';
import { SERVICE } from '../support/programs.ts';

/** The real service process on a folder. */
async function serve(dataDir: string, sample = false) {
  const child: ChildProcess = fork(SERVICE, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const heard: (ServiceMessage | AnswerMessage)[] = [];
  child.on('message', (message: ServiceMessage | AnswerMessage) => heard.push(message));
  const say = (message: HostMessage | CallMessage) => void child.send(message);
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await once(child, 'message');
    }
  };
  say({ t: 'init', settings: { dataDir, port: 0, pageSize: 100, sample, internalCredential: CREDENTIAL } });
  const { port } = await until(() => heard.find((message) => message.t === 'listening'));
  let lastId = 0;
  return {
    child,
    log: () => log,
    heard,
    until,
    url: `http://127.0.0.1:${port}`,
    async call<Name extends keyof ServiceCalls>(
      name: Name,
      input: InputOf<ServiceCalls[Name]>,
    ): Promise<Extract<AnswerMessage, { t: 'result' }>> {
      lastId += 1;
      const id = lastId;
      say({ t: 'call', id, name, input });
      return until(() => heard.find((message) => message.t === 'result' && message.id === id)) as never;
    },
    async rows(): Promise<number> {
      const answer = await fetch(`http://127.0.0.1:${port}/yields/series=US10Y?limit=1`, {
        headers: { authorization: `Bearer ${CREDENTIAL}` },
      });
      return ((await answer.json()) as { total_rows: number }).total_rows;
    },
  };
}

const csv = (folder: string) => {
  const file = join(folder, 'new.csv');
  writeFileSync(file, 'series,date,value\nUS2Y,2024-05-01,4.96\n');
  return file;
};

test('data.sqlite deleted under the service: the write is refused with a message, and the service continues with what is there', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const file = csv(temporaryFolder());
  // Sample data are wanted, but must not replace what was removed.
  const service = await serve(dataDir, true);
  expect(await service.rows()).toBe(30);
  for (const name of readdirSync(dataDir)) if (name.startsWith('data.sqlite')) rmSync(join(dataDir, name));
  expect(await service.call('import', { files: [{ path: file }] })).toMatchObject({
    ok: false,
    code: 'folder_unusable',
    message: expect.stringMatching(/data\.sqlite was removed or replaced .*Nothing was stored/),
  });
  // The data are gone, at the same address, and nothing was made up.
  await expect.poll(() => service.rows().catch(() => -1)).toBe(0);
  expect(openIncidents(dataDir)).toMatchObject([{ kind: 'removed', what: 'data' }]);
  expect(service.log()).toContain('was removed or replaced while the service ran');
  expect(await service.call('import', { files: [{ path: file }] })).toMatchObject({ ok: true });
  const reader = openReader(dataDir);
  onTestFinished(() => reader.close());
  expect(reader.holdings()).toMatchObject([{ dataset: 'yields', count: 1 }]);
  for (const { id } of openIncidents(dataDir)) dismissIncident(dataDir, id);
  expect(openIncidents(dataDir)).toEqual([]);
});

test('data.sqlite replaced under the service is opened without the log of the old one', async () => {
  const [dataDir, other] = [temporaryFolder(), temporaryFolder()];
  fillFolder(dataDir);
  publish(other, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '4.2' }]);
  const service = await serve(dataDir);
  // A log with data of the old file, which the service's own connection keeps.
  publish(dataDir, 'yields', [{ code: 'US10Y', date: '2024-06-03', value: '4.41' }], 'file');
  expect(await service.rows()).toBe(1);
  copyFileSync(join(other, 'data.sqlite'), join(dataDir, 'fresh'));
  renameSync(join(dataDir, 'fresh'), join(dataDir, 'data.sqlite'));
  await expect.poll(() => openIncidents(dataDir).length, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => service.rows().catch(() => -1), { timeout: 20_000 }).toBe(1);
  service.child.kill('SIGTERM');
  await once(service.child, 'exit');
  using raw = openRaw(dataDir);
  expect(raw.db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(raw.db.prepare('SELECT value FROM observation').pluck().all()).toEqual(['4.2']);
});

test('keys.sqlite deleted under the service: no key is written to a file that is gone', async () => {
  const dataDir = temporaryFolder();
  const service = await serve(dataDir);
  for (const name of readdirSync(dataDir)) if (name.startsWith('keys.sqlite')) rmSync(join(dataDir, name));
  expect(await service.call('create-api-key', { label: 'x' })).toMatchObject({
    ok: false,
    message: expect.stringContaining('keys.sqlite was removed or replaced'),
  });
  expect(await service.call('create-api-key', { label: 'x' })).toMatchObject({ ok: true });
  expect(openIncidents(dataDir)).toMatchObject([{ kind: 'removed', what: 'keys' }]);
});

test('removing the whole folder under the service ends it with a line that says so', async () => {
  const dataDir = temporaryFolder();
  const service = await serve(dataDir);
  const exit = once(service.child, 'exit');
  rmSync(dataDir, { recursive: true });
  expect(await service.until(() => service.heard.find((message) => message.t === 'fatal'))).toMatchObject({
    code: 'folder_unusable',
    message: expect.stringContaining(dataDir),
  });
  await exit;
  expect(existsSync(dataDir)).toBe(false);
});

test('a file that is removed while it is written to gets no commit', () => {
  using folder = makeFolder();
  const writer = openWriter(folder.path);
  const open = writer.begin(runOf('d'));
  open.observation(open.series({ dataset: 'd', code: 'a', area: '' }), 1, '1', 1);
  rmSync(join(folder.path, 'data.sqlite'));
  expect(() => open.commit()).toThrow(/removed or replaced while Almanac was using it. Nothing was stored/);
  writer.close();
});

test('a log without its database is not applied to a new one, and is kept', () => {
  using folder = makeFolder();
  const file = join(folder.path, 'data.sqlite');
  publish(folder.path, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '4.2' }]);
  const reading = openRaw(folder.path);
  reading.db.prepare('SELECT count(*) FROM series').get();
  publish(folder.path, 'yields', [{ code: 'US10Y', date: '2024-03-04', value: '4.3' }]);
  copyFileSync(`${file}-wal`, `${file}-kept`);
  reading.db.close();
  rmSync(file);
  renameSync(`${file}-kept`, `${file}-wal`);
  const reader = openReader(folder.path);
  expect(reader.holdings()).toEqual([]);
  reader.close();
  expect(readdirSync(folder.path).filter((name) => name.includes('-wal.left-'))).toHaveLength(1);
});

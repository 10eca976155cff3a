import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SERVICE_EXITS, type ServiceStart } from '../../service/contract/service-channel.ts';
import { dismissIncident, openIncidents } from '../../service/process/incidents.ts';
import { openReader, openWriter } from '../../service/store/index.ts';
import { fillFolder, publish, temporaryFolder } from '../api/folder.ts';
import { makeFolder, runOf } from '../store/folder.ts';
import { openRaw } from '../store/raw.ts';
import { startChild } from '../support/service-child.ts';

/** Data files are deleted or replaced under a running service, which then ends and asks for a restart. */

async function serve(dataDir: string, more: Partial<ServiceStart> = {}) {
  const service = startChild({ dataDir, ...more });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  const page = await service.listening();
  return {
    ...service,
    ...page,
    async rows(): Promise<number> {
      const answer = await page.ask('/yields/series=US10Y?limit=1');
      return ((await answer.json()) as { total_rows: number }).total_rows;
    },
  };
}
const remove = (dataDir: string, file: string) => {
  for (const name of readdirSync(dataDir)) if (name.startsWith(file)) rmSync(join(dataDir, name));
};
const ITEM = {
  ...{ kind: 'view', id: 'tenyears01', name: 'Ten years', note: '', folder: '' },
  ...{ revision: 0, is_deleted: false, content: { address: '/yields', frozen: null } },
};

test('data.sqlite deleted under the service: a change is refused, and the next start uses the files that exist', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const service = await serve(dataDir);
  expect(await service.rows()).toBe(30);
  remove(dataDir, 'data.sqlite');
  const refused = await service.post('save-item', ITEM);
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    ...[409, expect.stringMatching(/data\.sqlite was removed or replaced .*Nothing was stored/)],
  ]);
  expect(await service.exit).toEqual([SERVICE_EXITS.restart, null]);
  expect(service.log()).toContain('was removed or replaced while the service ran');
  expect(openIncidents(dataDir)).toMatchObject([{ kind: 'removed', what: 'data' }]);
  // Sample data are asked for, but must not replace removed data.
  const next = await serve(dataDir, { sample: true });
  expect(await next.rows()).toBe(0);
  publish(dataDir, 'yields', [{ code: 'US10Y', date: '2024-05-01', value: '4.96' }]);
  await expect.poll(() => next.rows()).toBe(1);
  for (const { id } of openIncidents(dataDir)) dismissIncident(dataDir, id);
  expect(openIncidents(dataDir)).toEqual([]);
  expect(await next.stop()).toBe(SERVICE_EXITS.done);
});

test('data.sqlite replaced under the service is opened without the log of the old one', async () => {
  const [dataDir, other] = [temporaryFolder(), temporaryFolder()];
  fillFolder(dataDir);
  publish(other, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '4.2' }]);
  const service = await serve(dataDir);
  // The service's connection keeps a log with data of the old file.
  publish(dataDir, 'yields', [{ code: 'US10Y', date: '2024-06-03', value: '4.41' }], 'file');
  expect(await service.rows()).toBe(1);
  copyFileSync(join(other, 'data.sqlite'), join(dataDir, 'fresh'));
  renameSync(join(dataDir, 'fresh'), join(dataDir, 'data.sqlite'));
  expect(await service.exit).toEqual([SERVICE_EXITS.restart, null]);
  expect(openIncidents(dataDir)).toHaveLength(1);
  const next = await serve(dataDir);
  expect(await next.rows()).toBe(1);
  await next.stop();
  using raw = openRaw(dataDir);
  expect(raw.db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(raw.db.prepare('SELECT value FROM observation').pluck().all()).toEqual(['4.2']);
});

test('keys.sqlite deleted under the service: no key is written to the deleted file', async () => {
  const dataDir = temporaryFolder();
  const service = await serve(dataDir);
  remove(dataDir, 'keys.sqlite');
  const refused = await service.post('create-key', { label: 'x' });
  expect([refused.status, await refused.text()]).toEqual([
    ...[409, expect.stringContaining('keys.sqlite was removed or replaced')],
  ]);
  expect(await service.exit).toEqual([SERVICE_EXITS.restart, null]);
  const next = await serve(dataDir);
  expect((await next.post('create-key', { label: 'x' })).status).toBe(200);
  expect(openIncidents(dataDir)).toMatchObject([{ kind: 'removed', what: 'keys' }]);
});

test('removing the whole folder under the service ends it with a line that says so', async () => {
  const dataDir = temporaryFolder();
  const service = await serve(dataDir);
  rmSync(dataDir, { recursive: true });
  expect(await service.message('fatal')).toMatchObject({
    code: 'folder_unusable',
    message: expect.stringContaining(dataDir),
  });
  expect(await service.exit).toEqual([SERVICE_EXITS.failed, null]);
  expect(existsSync(dataDir)).toBe(false);
});

test('a file that is removed during a write gets no commit', () => {
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

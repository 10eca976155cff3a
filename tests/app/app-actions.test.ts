import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assistantCommand } from '../../service/app/access-handlers.ts';
import { Failure } from '../../service/contract/failure.ts';
import { openIncidents } from '../../service/process/incidents.ts';
import { almanacVersion } from '../../service/process/version.ts';
import { setAside } from '../../service/store/index.ts';
import { temporaryFolder } from '../api/folder.ts';
import { pageService, said, scriptedPage } from './page-service.ts';

/** Actions on the app itself. */

const STATE = {
  mode: 'browser',
  version: almanacVersion(),
  can: ['computer', 'keys', 'import'],
  started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  base_url: 'http://127.0.0.1:4780',
  damage: null,
  incidents: [],
};
const damage = { found_at: '2026-11-22T10:20:30.000Z', message: 'data.sqlite is damaged.' };

test.each<[string, Parameters<typeof scriptedPage>[0], object]>([
  ['of this computer', {}, STATE],
  ['with a damaged file', { service: { damage: () => damage } }, { ...STATE, damage }],
  [
    'with data of a team',
    { service: { team: 'https://t.example' } },
    { ...STATE, can: ['computer', 'keys'], team: 'https://t.example' },
  ],
  ['in the window', { page: { mode: 'desktop' } }, { ...STATE, mode: 'desktop' }],
])('the whole state: %s', async (_, script, expected) => {
  expect(await said((await scriptedPage(script)).ask('/host/state'))).toEqual([200, expected]);
});

test('an incident is shown until it is dismissed by its id, and the state after that is answered', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'data.sqlite'), 'no database');
  setAside(join(dataDir, 'data.sqlite'), new Date());
  const { ask, post } = await scriptedPage({ service: { dataDir } });
  const open = openIncidents(dataDir);
  expect(open).toMatchObject([{ kind: 'damaged', what: 'data' }]);
  expect(await said(ask('/host/state'))).toEqual([200, { ...STATE, incidents: open }]);
  expect((await post('dismiss-incident', {})).status).toBe(422);
  expect(await said(post('dismiss-incident', { id: open[0]?.id }))).toEqual([200, STATE]);
});

test('the service is started again, or ends, once that is answered', async () => {
  const page = await pageService();
  expect(await said(page.post('restart-service'))).toEqual([200, {}]);
  expect(page.ends).toEqual(['restart']);
  expect(await said(page.post('quit'))).toEqual([200, {}]);
  expect(page.ends).toEqual(['restart', 'quit']);
});

test('who listens on a port is said in words, and null where nobody does', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux says it without another program');
  const page = await pageService();
  const ask = async (port: unknown) => said(page.ask(`/host/port-holder?port=${port}`));
  expect(await ask(page.service.port)).toEqual([
    ...[200, { holder: expect.stringContaining(`(process ${process.pid})`) }],
  ]);
  expect(await ask(9)).toEqual([200, { holder: null }]);
  expect((await ask('x'))[0]).toBe(422);
});

test('the command of an assistant is said', async () => {
  const { ask, dataDir } = await scriptedPage();
  expect(await said(ask('/host/assistant-command'))).toEqual([200, { command: assistantCommand(dataDir) }]);
});

test('a change is refused where a file of the data folder was removed, and a read is not', async () => {
  const { ask, post } = await scriptedPage({
    service: {
      expectFiles() {
        throw new Failure('folder_unusable', 'data.sqlite was removed. Nothing was stored.');
      },
    },
  });
  const refused = [409, { detail: 'data.sqlite was removed. Nothing was stored.' }];
  expect(await said(post('save-item', SAVED))).toEqual(refused);
  expect(await said(post('refresh', { datasets: ['us_debt'] }))).toEqual(refused);
  expect((await ask('/host/state')).status).toBe(200);
});

const SAVED = {
  ...{ kind: 'view', id: 'tenyears01', name: 'Ten years', note: '', folder: '' },
  ...{ revision: 0, is_deleted: false, content: { address: '/yields', frozen: null } },
};

import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path, { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { assistantCommand } from '../../service/app/access-handlers.ts';
import { Failure } from '../../service/contract/failure.ts';
import { dataFolder } from '../../service/process/data-folder.ts';
import { openIncidents } from '../../service/process/incidents.ts';
import { almanacVersion } from '../../service/process/version.ts';
import { setAside } from '../../service/store/index.ts';
import { temporaryFolder } from '../api/folder.ts';
import { pageService, said, scriptedPage } from './page-service.ts';

/** Actions on the app itself. */

afterEach(() => vi.unstubAllEnvs());

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

/** What a person copies into the settings of an assistant. */
const LAUNCHER = path.resolve(import.meta.dirname, '../../electron/launch/launch.mjs');
const { ALMANAC_DATA_DIR: _, ...unset } = process.env;
const USUAL = dataFolder(undefined, { platform: process.platform, environment: unset, home: homedir() });
const COMMAND = [process.execPath, LAUNCHER, 'almanac', 'mcp'];

test('the usual data folder is not named, any other is, also one that only this start was given by its variable', () => {
  vi.stubEnv('ALMANAC_DATA_DIR', undefined);
  expect(assistantCommand(USUAL)).toEqual(COMMAND);
  expect(assistantCommand('/of/another')).toEqual([...COMMAND, '--data-dir', '/of/another']);
  vi.stubEnv('ALMANAC_DATA_DIR', '/for/this/start');
  expect(assistantCommand('/for/this/start')).toEqual([...COMMAND, '--data-dir', '/for/this/start']);
  expect(assistantCommand(USUAL)).toEqual(COMMAND);
});

test('the launcher is that of the project around, however deep its own folder is; a packaged app has none', () => {
  const folder = temporaryFolder();
  const deep = path.join(folder, '.build/service/chunks');
  for (const each of [deep, path.join(folder, 'electron/launch')]) mkdirSync(each, { recursive: true });
  const launcher = path.join(folder, 'electron/launch/launch.mjs');
  expect(assistantCommand(USUAL, deep)).toBeNull();
  writeFileSync(launcher, '');
  for (const from of [deep, folder])
    expect(assistantCommand(USUAL, from)).toEqual([process.execPath, launcher, 'almanac', 'mcp']);
});

test('Electron is no Node: the one of npm is named, or whichever the assistant finds', () => {
  const versions = process.versions;
  onTestFinished(() => void Object.defineProperty(process, 'versions', { value: versions }));
  Object.defineProperty(process, 'versions', { value: { ...versions, electron: '40.0.0' } });
  vi.stubEnv('npm_node_execpath', '/of/npm/node');
  expect(assistantCommand(USUAL)).toEqual(['/of/npm/node', LAUNCHER, 'almanac', 'mcp']);
  vi.stubEnv('npm_node_execpath', undefined);
  expect(assistantCommand(USUAL)).toEqual(['node', LAUNCHER, 'almanac', 'mcp']);
});

const SAVED = {
  ...{ kind: 'view', id: 'tenyears01', name: 'Ten years', note: '', folder: '' },
  ...{ revision: 0, is_deleted: false, content: { address: '/yields', frozen: null } },
};

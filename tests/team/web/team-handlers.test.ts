import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Calls } from '../../../service/calls/index.ts';
import { ENDPOINTS, type OpenEndpoint } from '../../../service/contract/endpoints.ts';
import type { Role } from '../../../service/keys/index.ts';
import { almanacVersion } from '../../../service/process/version.ts';
import { openSharedWork, teamHandlers } from '../../../service/team/web/open-web.ts';
import { viewOf as item, peopleOfFile } from './people.ts';

/** The actions of a page, on a real database: whole answers. */

// One id is the beginning of the other.
const team = peopleOfFile({ k1: 'Ann', k12: 'Bob' });
let at = '';
beforeEach(() => {
  at = '2026-11-20T12:00:00.000Z';
});
const now = () => new Date(at);
const shared = () => openSharedWork(team.database, now);
const member = (keyId: string, role: Role = 'publish') => ({ keyId, role });
const [ANN, BOB] = [member('k1'), member('k12')];
describe('the actions of a page', () => {
  const calls: unknown[] = [];
  /** The files that the fake service writes into the folder of an export, by name. */
  let exported: Record<string, string | number> = {};
  let sidecar: string | null = null;
  /** Every action that one computer has. */
  const endpoints = Object.fromEntries(
    Object.keys(ENDPOINTS).map((name) => [
      name,
      async (input: unknown, request: { signal: AbortSignal }) => {
        calls.push([name, input, request.signal]);
        return 'passed on';
      },
    ]),
  );
  async function exportView(asked: unknown, folder: string, signal: AbortSignal) {
    calls.push(['export', { asked, folder }, signal]);
    for (const [file, bytes] of Object.entries(exported)) {
      writeFileSync(path.join(folder, file), typeof bytes === 'string' ? bytes : '');
      if (typeof bytes === 'number') truncateSync(path.join(folder, file), bytes);
    }
    return { receipt: { rows: 3 }, file: Object.keys(exported)[0], sidecar };
  }
  const parts = () => ({
    database: team.database,
    shared: shared(),
    calls: () => ({ endpoints, work: { exportView } }) as unknown as Calls,
    publicUrl: () => 'https://data.example.org',
    now,
  });
  const signal = new AbortController().signal;
  const act = async (name: OpenEndpoint, input: unknown = {}, of = ANN) => {
    const handler = teamHandlers(parts(), of)[name] as (input: unknown, request: object) => unknown;
    return handler(input, { query: {}, signal });
  };

  it('name the signed-in person, and pass on the answers of the service', async () => {
    const state = (of: typeof ANN) => act('state', {}, of) as Promise<{ member: unknown }>;
    expect(await state(member('k12', 'admin'))).toEqual({
      ...{ mode: 'team', version: almanacVersion(), can: [], started_at: '' },
      base_url: 'https://data.example.org',
      ...{ damage: null, incidents: [], member: { name: 'Bob', role: 'admin' } },
    });
    expect((await state(member('k9'))).member).toEqual({ name: 'k9', role: 'publish' });
    calls.length = 0;
    const passedOn = [
      'explain',
      'explain-list',
      'revisions',
      'changes',
      'headlines',
      'calendar',
      'freeze',
    ] as const;
    for (const name of [...passedOn, 'check-frozen', 'frozen-lines'] as const)
      expect(await act(name, { of: name })).toBe('passed on');
    expect(calls).toEqual(
      [...passedOn, 'check-frozen', 'frozen-lines'].map((name) => [name, { of: name }, signal]),
    );
  });

  it('save and share for the signed-in person, with one version for both', async () => {
    await shared().share(ANN, item('shared00'));
    const save = { ...item('item0001'), revision: 0, is_deleted: false };
    expect(await act('save-item', save)).toMatchObject({ state: 'saved', item: { revision: 1 } });
    expect(await act('save-item', { ...save, revision: 1, note: 'new' })).toMatchObject({
      item: { revision: 2 },
    });
    expect(await act('work-version')).toEqual({ version: 3 });
    expect(await act('work-version', {}, BOB)).toEqual({ version: 1 });
    expect(await act('saved')).toMatchObject({ version: 3, items: [{ id: 'item0001', note: 'new' }] });
    expect(await act('saved', {}, BOB)).toEqual({ version: 1, items: [] });
    expect(await act('item-versions', { id: 'item0001' })).toMatchObject({
      versions: [{ note: 'new' }, { note: 'a note' }],
    });
    expect(await act('set-preferences', { values: { theme: 'dark' } })).toEqual({
      version: 4,
      values: { theme: 'dark' },
    });
    expect(await act('preferences', {}, BOB)).toEqual({ version: 1, values: {} });
    const pair = { before: { ticker: 'A', name: '' }, after: { ticker: 'B', name: '' } };
    const pairs = { pairs: [{ ...pair, confirmed_at: at }] };
    expect(await act('set-same-company', { ...pair, is_same: true })).toEqual(pairs);
    expect([await act('same-companies'), await act('same-companies', {}, BOB)]).toEqual([
      pairs,
      { pairs: [] },
    ]);
    expect(await act('remove-item', { id: 'item0001' })).toEqual({ version: 6, items: [] });

    const list = { has_team: true, known_at: null, may_share: true };
    expect(await act('share-item', item('shared01'), BOB)).toMatchObject({
      ...list,
      items: [{ id: 'shared00' }, { id: 'shared01', shared_by: 'Bob' }],
    });
    await expect(act('share-item', item('shared02'), member('k1', 'read'))).rejects.toMatchObject({
      status: 403,
    });
    expect(await act('withdraw-item', { id: 'shared00' })).toMatchObject({
      ...list,
      items: [{ id: 'shared01' }],
    });
    expect(await act('shared-items', {}, member('k1', 'read'))).toMatchObject({
      ...{ ...list, may_share: false },
      items: [{ id: 'shared01', may_withdraw: false }],
    });
  });

  it('send an export as data addresses, and leave no file', async () => {
    const data = (text: string) =>
      `data:application/octet-stream;base64,${Buffer.from(text).toString('base64')}`;
    exported = { 'a.csv': 'é,1\n' };
    calls.length = 0;
    const asked = { address: '/explore' };
    expect(await act('export', asked)).toEqual({
      receipt: { rows: 3 },
      file: { name: 'a.csv', url: data('é,1\n') },
      sidecar: null,
    });
    const [[name, input, given] = []] = calls as [string, { asked: unknown; folder: string }, AbortSignal][];
    expect([name, input?.asked, given, existsSync(input?.folder ?? '')]).toEqual([
      'export',
      asked,
      signal,
      false,
    ]);
    exported = { 'a.csv': 'a', 'a.json': '{}' };
    sidecar = 'a.json';
    expect(await act('export', asked)).toMatchObject({
      file: { url: data('a') },
      sidecar: { name: 'a.json', url: data('{}') },
    });
    exported = { 'a.csv': 64 * 1024 * 1024 + 1 };
    await expect(act('export', asked)).rejects.toMatchObject({
      code: 'wrong_usage',
      message:
        'This file is larger than 64 MB, more than a page without the app can take. Choose fewer series or a shorter range, or read it with a key.',
    });
    const folders = (calls as [string, { folder: string }][]).map(([, { folder }]) => folder);
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false, false]);
  });
});

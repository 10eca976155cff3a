import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CsvDialect } from '../../service/contract/table-export.ts';
import { openReader } from '../../service/store/index.ts';
import { askedExport } from '../../service/tables/index.ts';

/**
 * How the page speaks to the host. Where another version of the project speaks otherwise, it gets an adapter of its own
 * here, and nothing else of the comparison changes: an answer is noted under the same name for both.
 */

export type HostAction = {
  name: string;
  method: 'GET' | 'POST';
  /** Bodies that are right or nearly so, and addresses for `GET`; what is refused for every body is asked by itself. */
  bodies?: readonly unknown[];
  queries?: readonly string[];
};
export type Adapter = {
  actions: readonly HostAction[];
  /** The request that writes what the page draws. */
  exportView: (view: PageView) => Promise<{ path: string; body: unknown }>;
  exportPublished: (path: string) => { path: string; body: unknown };
};
/** The address of a chart, and the file that is wanted of it. */
export type PageView = {
  search: string;
  format: string;
  layout: string;
  zipped: boolean;
  csv: CsvDialect;
};

const ID = 'abcdefgh';
const ASKED = 'dataset=us_debt&series=total_public_debt_outstanding';
const ACTIONS: readonly HostAction[] = [
  { name: 'state', method: 'GET' },
  {
    name: 'download',
    method: 'POST',
    bodies: [
      { path: '/api/v1/economic-data/us_debt?series=x' },
      { path: '/healthz' },
      { path: 'http://x/' },
      { path: '//x/api/' },
      { path: '/api/../host/state' },
    ],
  },
  { name: 'dismiss-incident', method: 'POST', bodies: [{ id: 'none' }, { id: '' }, { id: 'x'.repeat(201) }] },
  {
    name: 'startup-marks',
    method: 'POST',
    bodies: [
      { first_paint: -1, data_visible: 1 },
      { first_paint: 1 },
      { first_paint: 1, data_visible: 2, more: 3 },
    ],
  },
  { name: 'export', method: 'POST' },
  { name: 'export-published', method: 'POST' },
  {
    name: 'export-progress',
    method: 'GET',
    queries: [`id=${ID}`, 'id=short', 'id=with%20space', `id=${'x'.repeat(65)}`],
  },
  { name: 'cancel-export', method: 'POST', bodies: [{ id: ID }, { id: 'short' }] },
  { name: 'data-state', method: 'GET' },
  { name: 'runs', method: 'GET' },
  { name: 'jobs', method: 'GET' },
  {
    name: 'explain',
    method: 'GET',
    queries: [
      `${ASKED}&date=2025-03-06`,
      `${ASKED}&date=2025-03-08`,
      `${ASKED}&date=x`,
      `${ASKED}`,
      'dataset=x&series=y&date=2025-03-06',
      'dataset=us_debt&series=y&date=2025-03-06',
      'dataset=ui_state_weekly_claims&series=initial_claims&date=2025-03-01',
      'dataset=ui_state_weekly_claims&series=initial_claims&area=CA&date=2025-03-01',
      'dataset=yields&series=US10Y&date=2023-03-06',
      'dataset=constituents&series=IVV&date=2024-12-06',
    ],
  },
  {
    name: 'revisions',
    method: 'GET',
    queries: [
      ASKED,
      'dataset=ui_weekly_claims&series=initial_claims_sa',
      'dataset=x&series=y',
      'dataset=constituents&series=IVV',
    ],
  },
  { name: 'auto-refresh', method: 'POST', bodies: [{ is_on: 'yes' }, { is_on: false }] },
  {
    name: 'refresh-settings',
    method: 'POST',
    bodies: [
      { allow_fred: false },
      { allow_fred: false, contact: 'nobody' },
      { allow_fred: false, contact: '' },
      { allow_fred: false, contact: 'x'.repeat(300) },
    ],
  },
  {
    name: 'refresh',
    method: 'POST',
    bodies: [
      { datasets: 'us_debt' },
      { datasets: [] },
      { datasets: Array.from({ length: 21 }, () => 'us_debt') },
    ],
  },
  { name: 'upload', method: 'POST', queries: ['', 'name=', 'name=..%2Fx.csv', `name=${'x'.repeat(300)}`] },
  { name: 'take-file', method: 'POST', bodies: [{ grant: 'none' }] },
  { name: 'preview', method: 'POST', bodies: [{ upload: 'none' }, { upload: 'x'.repeat(101) }] },
  { name: 'import', method: 'POST', bodies: [{ upload: 'none' }, { upload: 'none', allow_jumps: 1 }] },
  { name: 'discard', method: 'POST', bodies: [{ upload: 'none' }] },
  { name: 'cancel', method: 'POST', bodies: [{ job: 'one' }, { job: 99 }] },
  { name: 'make-sample', method: 'POST' },
  { name: 'undo-import', method: 'POST', bodies: [{ run: 'one' }, { run: 0 }] },
  { name: 'storage', method: 'GET' },
  {
    name: 'restore',
    method: 'POST',
    bodies: [{ back_up: 'none.sqlite' }, { back_up: '../x' }, { upload: 'none' }],
  },
  { name: 'rescue', method: 'POST', bodies: [{ id: '' }] },
  { name: 'keys', method: 'GET' },
  { name: 'key-calls', method: 'GET', queries: ['', 'id=none'] },
  { name: 'vault', method: 'GET' },
  { name: 'publisher-keys', method: 'GET' },
  {
    name: 'create-key',
    method: 'POST',
    bodies: [{ label: '' }, { label: '   ' }, { label: 'x'.repeat(101) }, { label: 'x'.repeat(401) }],
  },
  { name: 'revoke-key', method: 'POST', bodies: [{ id: 'none' }] },
  { name: 'copy-key', method: 'POST', bodies: [{ id: 'none' }] },
  {
    name: 'choose-vault',
    method: 'POST',
    bodies: [
      { way: 'none' },
      { way: 'use-file' },
      { way: 'use-file', passphrase: 'short' },
      { way: 'unlock' },
      { way: 'open-file', passphrase: 'long enough' },
    ],
  },
  {
    name: 'set-publisher-key',
    method: 'POST',
    bodies: [
      { publisher: 'none', key: 'x' },
      { publisher: 'BLS', key: '' },
    ],
  },
  {
    name: 'try',
    method: 'POST',
    bodies: [
      { path: '/healthz' },
      { path: '/yields/series=US2Y?limit=1' },
      { path: 'x' },
      { path: '/host/state' },
      { path: '/api/v1/catalog?api_key=x' },
      { path: '/healthz', id: 'none' },
      { path: `/${'x'.repeat(4001)}` },
    ],
  },
  { name: 'unknown', method: 'POST', bodies: [{}] },
];

const BASE_URL = 'http://127.0.0.1:4780';

/** @returns how the page of the tree at `root` speaks. @param dataDir that its host is on. @param now of its clock. */
export function adapterOf(root: string, dataDir: string, now: string): Adapter {
  const takesAddresses = existsSync(path.join(root, 'service/tables/export-view.ts'));
  return {
    actions: ACTIONS,
    exportView: async (view) => {
      const asked = { ...view, names: 'id', base_url: BASE_URL } as Parameters<typeof askedExport>[1];
      const body = takesAddresses ? asked : await tableOf(dataDir, asked, now);
      return { path: `/host/export?id=${ID}`, body };
    },
    exportPublished: (target) => ({ path: `/host/export-published?id=${ID}`, body: { path: target } }),
  };
}

/** The body that an older page posts: the rows that it has, and what is known of them. */
async function tableOf(
  dataDir: string,
  asked: Parameters<typeof askedExport>[1],
  now: string,
): Promise<unknown> {
  const reader = openReader(dataDir);
  try {
    return await askedExport(reader, asked, '0.1.0', new Date(now));
  } finally {
    reader.close();
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from '../../../service/compose.ts';
import { type SeriesChoice, seriesId } from '../../../service/datasets/series-choice.ts';
import { openKeys } from '../../../service/keys/index.ts';
import type { PublishedColumn } from '../../../service/view/types.ts';
import { column } from '../../view/some-columns.ts';

const CREDENTIAL = 'of-this-test-alone-0123456789abcdef';

/** A service on sample data with small pages, so that paging occurs, and with a key. Close it at the end. */
export async function serviceWithKey(pageSize: number) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-take-away-'));
  const keys = openKeys(dataDir, { now: () => new Date() });
  const { key } = await keys.create('snippets');
  await keys.close();
  const service = await startService({
    dataDir,
    port: 0,
    pageSize,
    sample: true,
    internalCredential: CREDENTIAL,
    now: () => new Date(),
    log: () => undefined,
  });
  return {
    key,
    dataDir,
    /** Signs requests in as the app does: without limits. */
    headers: { authorization: `Bearer ${CREDENTIAL}` },
    baseUrl: `http://127.0.0.1:${service.port}`,
    async close() {
      await service.close(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @returns all observations of a series that a service holds, as the page loads them */
export async function wholeColumn(
  { baseUrl, headers }: Pick<Awaited<ReturnType<typeof serviceWithKey>>, 'baseUrl' | 'headers'>,
  choice: SeriesChoice,
): Promise<PublishedColumn> {
  const { dataset, code, area } = choice;
  const state = area === '' ? '' : `&state=${area}`;
  const address =
    dataset === 'yields'
      ? `/yields/series=${code}?format=csv`
      : `/api/v1/economic-data/${dataset}?series=${code}${state}&date_from=1900-01-01&date_to=2026-11-01&format=csv`;
  const answer = await fetch(baseUrl + address, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address}: ${text}`);
  const [, ...rows] = text.trim().split(/\r?\n/);
  const cells = rows.map((row) => row.split(','));
  return column(
    seriesId(choice),
    cells.map(([date = '']) => date),
    cells.map((row) => row.at(-1) ?? ''),
  );
}

import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { composeApp } from '../../service/compose.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { importFiles } from '../../service/ingest/index.ts';
import type { Truth } from '../../service/store/copy/types.ts';
import { HAS_REAL_FILES, REAL_FILES } from '../sources/read-text.ts';
import { missingForPostgres, startPostgres, type TestPostgres } from './postgres.ts';
import { makeTeam } from './team.ts';

const missing = missingForPostgres();
beforeEach(({ skip }) => skip(missing !== '', missing));

let postgres: TestPostgres;
beforeAll(async () => {
  if (missing === '') postgres = await startPostgres();
});
afterAll(() => postgres?.end());

const CREDENTIAL = 'the credential of the host';
const NOW = '2026-11-20T18:00:00Z';

/** Small files of every kind of publisher, and two pairs of which the second revises the first. */
const FILES = [
  'bea/NipaDataM_excerpt_2026-08-26.txt',
  'constituents/sp500_constituents_2014-12-07_old_columns.csv',
  'constituents/sp500_constituents_2026-08-08.csv',
  'fred/fredgraph_2024_ICSA.csv',
  'fred/fredgraph_2024_PI.csv',
  'fred/fredgraph_2025_JTSJOL.csv',
  'h41/ddp_h41_t5_lastobs5_2026-09-23.csv',
  'jolts/bls_v1_JTSJOL_2019_2026_excerpt.json',
  'ui_state_weekly_claims/RECONSTRUCTED_ar539_2026_layout_iso_AK_CA_PR_VI_WY.csv',
  'ui_weekly_claims/dol_r539cy_us_trim_2026-09-28.xml',
  'us_debt/DebtPenny_20200307_20250306.csv',
  'yields/cassiano_daily-treasury-rates-2024.csv',
  'yields/cassiano_daily-treasury-rates-2025.csv',
];

/** @returns answers of the API on a data folder: status, headers that matter, and body. */
async function openAnswers(dataDir: string) {
  const composed = await composeApp({
    ...{ dataDir, port: 80, pageSize: 500, sample: false, internalCredential: CREDENTIAL },
    ...{ now: () => new Date(NOW), log: () => undefined },
  });
  onTestFinished(() => composed.close());
  return async (url: string) => {
    const answer = await composed.app.inject({
      url,
      headers: { authorization: `Bearer ${CREDENTIAL}`, host: '127.0.0.1:80' },
    });
    const { etag, 'x-data-origin': origin, 'x-total-count': total, 'content-type': type } = answer.headers;
    // Tokens are signed by each computer; the time that an answer took is its own.
    const body = answer.body
      .replace(/("(?:latency|latency_ms)":)[\d.]+/g, '$1')
      .replace(/([?&]token_id=)[^"&]*/g, '$1');
    return { url, status: answer.statusCode, etag, origin, total, type, body };
  };
}

const DAYS = ['1985-01-01', '2020-03-09', '2023-01-01', '2024-02-29', '2025-06-01', '2026-11-20'];
const days = fc
  .uniqueArray(fc.constantFrom(...DAYS), { minLength: 2, maxLength: 2 })
  .map((two) => two.sort());
const format = fc.constantFrom('', '&format=csv');

const economic = fc
  .constantFrom(...DATASETS.filter(({ kind, id }) => kind === 'observations' && id !== 'yields'))
  .chain((dataset) =>
    fc.record({
      id: fc.constant(dataset.id),
      series: fc.subarray(dataset.kind === 'observations' ? dataset.series.map(({ code }) => code) : [], {
        minLength: 1,
      }),
      days,
      format,
      asOf: fc.constantFrom('', '&as_of=2026-11-19'),
    }),
  )
  .map(
    ({ id, series, days: [from, to], format, asOf }) =>
      `/api/v1/economic-data/${id}?date_from=${from}&date_to=${to}&series=${series.slice(0, 5).join(',')}${format}${asOf}`,
  );
const market = fc.oneof(
  fc
    .record({ days, format, limit: fc.integer({ min: 1, max: 500 }) })
    .map(
      ({ days: [from, to], format, limit }) =>
        `/yields/series=US10Y,US2Y?date_from=${from}&date_to=${to}&limit=${limit}${format}`,
    ),
  fc
    .record({ offset: fc.nat(500), format })
    .map(({ offset, format }) => `/constituents/series=SP500?limit=100&offset=${offset}${format}`),
  fc.constantFrom('/api/v1/catalog', '/constituents/series=SP500', '/openapi.json'),
);

it('real files imported at one node are at the others; 200 requests are answered with the same bytes everywhere', async ({
  skip,
}) => {
  skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  const alone = team.computer();
  const importAll = async (dataDir: string, files: readonly string[], truth?: Truth) => {
    const paths = files.map((file) => fileURLToPath(new URL(file, REAL_FILES)));
    await importFiles({
      dataDir,
      truth,
      files: paths,
      allowJumps: true,
      allowShrink: true,
      now: () => new Date(NOW),
    });
  };
  const half = FILES.length / 2;
  await importAll(one.dataDir, FILES.slice(0, half), one.truth);
  await importAll(two.dataDir, FILES.slice(half), two.truth);
  await one.follow();
  await importAll(alone.dataDir, FILES);
  expect(two.dump()).toEqual(one.dump());
  expect(one.dump().observation).toEqual(alone.rows().observation);
  expect(await one.verify()).toBeUndefined();

  const [first, second, third] = await Promise.all(
    [one, two, alone].map(({ dataDir }) => openAnswers(dataDir)),
  );
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 3, arbitrary: economic }, { weight: 1, arbitrary: market }),
      async (url) => {
        const answer = await first?.(url);
        expect(await second?.(url)).toEqual(answer);
        // Its file has another id, of which ETags are made.
        const alike = (given: typeof answer) => ({
          ...given,
          etag: '',
          body: given?.body.replace(/("data_version":")[^"]*/, '$1'),
        });
        expect(alike(await third?.(url))).toEqual(alike(answer));
        seen.set(answer?.status ?? 0, (seen.get(answer?.status ?? 0) ?? 0) + 1);
      },
    ),
    { numRuns: 200 },
  );
  // Most requests ask what there is.
  expect(seen.get(200)).toBeGreaterThan(120);
});

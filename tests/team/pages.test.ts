import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { composeApp } from '../../service/compose-app.ts';
import { importFiles } from '../../service/ingest/index.ts';
import type { Truth } from '../../service/store/copy/index.ts';
import { withTeamKeys } from '../../service/team/index.ts';
import { HAS_REAL_FILES, REAL_FILES } from '../sources/read-text.ts';
import { desktop, node } from './feed/desks.ts';
import { endpointsOf, type RandomRequest, randomRequests } from './random-requests.ts';
import { makeTeam, postgresOfFile } from './team.ts';
import { temporaryFolder } from './temporary.ts';

const postgres = postgresOfFile();

const CREDENTIAL = 'the credential of the host';
const IMPORTED = '2026-11-20T18:00:00Z';
/** A day after all days in the random requests. */
const NOW = '2027-03-01T18:00:00Z';

/** Small files of all publishers, with revisions, and a rounded substitute before and after its publisher. */
const FILES = [
  'fred/fredgraph_2024_PI.csv',
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

/** @returns a function that asks the API of a data folder, for status, important headers and body. */
async function openAnswers(dataDir: string) {
  const composed = await composeApp({
    ...{ dataDir, port: 80, pageSize: 500, sample: false, internalCredential: CREDENTIAL },
    ...{ now: () => new Date(NOW), log: () => undefined },
  });
  onTestFinished(() => composed.close());
  return async ({ path, headers }: RandomRequest) => {
    const answer = await composed.app.inject({
      url: path,
      headers: {
        ...(headers?.Accept === undefined ? {} : { accept: String(headers.Accept) }),
        authorization: `Bearer ${CREDENTIAL}`,
        host: '127.0.0.1:80',
      },
    });
    const { etag, 'x-data-origin': origin, 'x-total-count': total, 'content-type': type } = answer.headers;
    // Tokens and latencies differ from computer to computer.
    const body = answer.body
      .replace(/(?<="(?:latency|latency_ms)":)[\d.]+/g, '0')
      .replace(/([?&]token_id=)[^"&>]*/g, '$1');
    return { path, status: answer.statusCode, etag, origin, total, type, body };
  };
}

/** The number of questions after each of three imports; the soak asks more, with its own seed. */
const QUESTIONS = process.env.ALMANAC_SOAK ? 1000 : 70;
const SEED = Number(process.env.ALMANAC_SOAK ?? 20_261_120);

it('real files imported at any node reach all nodes and desktops that follow, and 210 requests right after a publish get the same bytes', {
  tags: 'soak',
}, async ({ skip }) => {
  skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
  const team = await makeTeam(postgres);
  const [one, two] = [team.node('one'), team.node('two')];
  const alone = team.computer();
  const importAll = async (dataDir: string, files: readonly string[], truth?: Truth) => {
    const paths = files.map((file) => fileURLToPath(new URL(file, REAL_FILES)));
    const now = () => new Date(IMPORTED);
    await importFiles({ dataDir, truth, files: paths, allowJumps: true, allowShrink: true, now });
  };
  const counts = new Map<number, number>();
  await Promise.all([one.follow(), two.follow()]);
  const { key } = await withTeamKeys(team.where, (keys) => keys.create('Ann’s desktop'));
  const served = await node(team.where, 'three', key);
  const ann = await desktop(temporaryFolder('desktop'), { address: served.url, key });
  const annHas = (version: number) =>
    expect.poll(() => ann.team(), { timeout: 20_000 }).toMatchObject({ version, state: 'current' });
  await annHas(0);
  const [first, second, third, fourth] = await Promise.all(
    [one.dataDir, two.dataDir, alone.dataDir, ann.dataFolder].map(openAnswers),
  );
  // FRED's paths refuse most random requests.
  const endpoints = endpointsOf(JSON.parse((await first?.({ path: '/openapi.json' }))?.body ?? '')).filter(
    ({ path }) => !/^\/(fred|graph)\//.test(path),
  );
  const requests = randomRequests(endpoints, QUESTIONS, SEED);
  requests.push({ path: '/api/v1/catalog' }, { path: '/openapi.json' });
  const step = 5;
  for (let at = 0; at < FILES.length; at += step) {
    const files = FILES.slice(at, at + step);
    const [publisher, other] = at % (2 * step) === 0 ? [one, two] : [two, one];
    await importAll(publisher.dataDir, files, publisher.truth);
    await other.follow();
    await importAll(alone.dataDir, files);
    const [head] = await team.query<{ version: string }>('SELECT version FROM head');
    await annHas(Number(head?.version));
    // The services stay open, so they have cached pages from before the import.
    for (const request of requests) {
      const answer = await first?.(request);
      expect(await second?.(request)).toEqual(answer);
      expect(await fourth?.(request)).toEqual(answer);
      // The third computer's file has another id, which is part of ETags and data versions.
      const alike = (given: typeof answer) => ({
        ...given,
        etag: '',
        body: given?.body.replace(/("data_version":")[^"]*/, '$1'),
      });
      expect(alike(await third?.(request))).toEqual(alike(answer));
      counts.set(answer?.status ?? 0, (counts.get(answer?.status ?? 0) ?? 0) + 1);
    }
  }
  // Nearly all questions are valid.
  expect(counts.get(200)).toBeGreaterThan(2 * QUESTIONS);
  expect(two.dump()).toEqual(one.dump());
  const [rows, own] = [one.dump(), alone.rows()];
  for (const table of ['observation', 'revision', 'stretch'] as const)
    expect(rows[table]).toEqual(own[table]);
  expect(await one.verify()).toBeUndefined();
});

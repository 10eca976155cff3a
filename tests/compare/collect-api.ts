import { type Asked, answerText, ask, askRaw } from './ask.ts';
import type { Collection } from './collection.ts';
import { endpointsOf, type OpenApi, pairedQuestions, type Question, wrongQuestions } from './questions.ts';
import { randomQuestions } from './random-questions.ts';
import { doorQuestions, rawRequests } from './refusal-questions.ts';
import type { Tree } from './tree.ts';

/** A day in UTC on which it is the day before in the zone of the programs. */
export const SERVICE_NOW = '2027-03-01T02:30:05.000Z';
/** A key may make 100 requests in a minute, and the minute does not end. */
const REQUESTS_A_KEY = 95;
const SEED = 20_270_301;
const RANDOM = 200;
const MOST_PAGES = 12;
const DOCUMENTS = ['/openapi.json', '/docs', '/healthz', '/api/v1/catalog'];

type Key = { id: string; key: string };
type Api = {
  port: number;
  makeKey: () => Promise<Key>;
  /** Asks, notes the answer, and returns its body. */
  note: (name: string, asked: Asked) => Promise<string>;
  /** Asks all of them with good keys. */
  noteAll: (folder: string, questions: readonly Question[]) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Asks a service over the publishers' data.
 * @param document whose paths and parameters are asked about; the service's own where it is left out.
 * @returns the document.
 */
export async function collectApi(
  tree: Tree,
  dataDir: string,
  collection: Collection,
  document?: OpenApi,
): Promise<OpenApi> {
  const api = await openApi(tree, dataDir, collection);
  try {
    const bodies: string[] = [];
    for (const path of DOCUMENTS) bodies.push(await api.note(`documents/${path.slice(1)}`, { path }));
    const own = JSON.parse(bodies[0] ?? '') as OpenApi;
    collection.note('documents/openapi sorted', sortedText(own));
    collection.note('documents/catalogue sorted', sortedText(JSON.parse(bodies[3] ?? '')));
    const endpoints = endpointsOf(document ?? own);
    for (const endpoint of endpoints) {
      await api.noteAll('parameters', wrongQuestions(endpoint, endpoints));
      await api.noteAll('parameters', pairedQuestions(endpoint));
    }
    await api.noteAll('random', randomQuestions(endpoints, RANDOM, SEED));
    const [active, other, revoked] = [await api.makeKey(), await api.makeKey(), await api.makeKey()];
    await tree.almanac(['keys', 'revoke', revoked.id, '--data-dir', dataDir], SERVICE_NOW);
    const keys = { active: active.key, other: other.key, revoked: revoked.key };
    for (const { name, asked } of doorQuestions(endpoints, keys, api.port))
      await api.note(`door/${name}`, asked);
    for (const [name, bytes] of rawRequests(api.port)) {
      const shown = bytes.length > 300 ? `${bytes.slice(0, 300)}…` : bytes;
      collection.note(`door/raw/${name}`, `${shown}\n\n${await askRaw(api.port, bytes)}`);
    }
    for (const path of HELD) await noteHeld(api, path, active.key);
    for (const walk of WALKS) await followPages(api, `pages/${walk.split('?')[0]}`, walk);
    await noteTokens(api);
    await exceedLimit(api);
    return document ?? own;
  } finally {
    await api.stop();
  }
}

/** @returns JSON by lines, the names of each object sorted: another order of names makes no difference here. */
function sortedText(value: unknown): string {
  const sorted = (_: string, each: unknown): unknown =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each;
  return JSON.stringify(value, sorted, 1);
}

/** Asks a service over sample data, which has every series, in small pages. @param document as `collectApi` has it. */
export async function collectSampleApi(
  tree: Tree,
  dataDir: string,
  collection: Collection,
  document: OpenApi,
): Promise<void> {
  const api = await openApi(tree, dataDir, collection, ['--page-size', '300']);
  try {
    await api.noteAll('random of sample data', randomQuestions(endpointsOf(document), RANDOM, SEED + 1));
    for (const [at, walk] of SAMPLE_WALKS.entries())
      await followPages(api, `pages of sample data/${at}`, walk);
  } finally {
    await api.stop();
  }
}

async function openApi(
  tree: Tree,
  dataDir: string,
  collection: Collection,
  words: readonly string[] = [],
): Promise<Api> {
  const folder = ['--data-dir', dataDir];
  const { port, stop } = await tree.serve([...folder, '--port', '0', '--no-sample', ...words], SERVICE_NOW);
  const note: Api['note'] = async (name, asked) => {
    const answer = await ask(port, asked);
    collection.note(name, await answerText(asked, answer));
    return answer.body.toString();
  };
  const makeKey = async (): Promise<Key> => {
    const made = await tree.almanac(
      ['keys', 'create', '--label', 'compare', '--json', ...folder],
      SERVICE_NOW,
    );
    return JSON.parse(made.stdout.toString()) as Key;
  };
  return {
    port,
    note,
    makeKey,
    stop,
    async noteAll(room, questions) {
      let key = '';
      for (const [at, { name, asked }] of questions.entries()) {
        if (at % REQUESTS_A_KEY === 0) ({ key } = await makeKey());
        await note(`${room}/${name}`, withKey(asked, key));
      }
    },
  };
}

function withKey(asked: Asked, key: string): Asked {
  return { ...asked, headers: { ...asked.headers, 'X-API-Key': key } };
}

const HELD = [
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-12-31',
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2020-01-01&date_to=2024-12-31&format=csv',
  '/yields/series=US2Y?limit=3',
  '/yields/series=US2Y?units=chg&format=csv',
  '/constituents/series=IVV',
  '/api/v1/catalog',
  '/openapi.json',
  '/docs',
  '/healthz',
];

/** Asks again for what a client has already: by its ETag, by others, and by any. */
async function noteHeld({ port, note }: Api, path: string, key: string): Promise<void> {
  const { headers } = await ask(port, withKey({ path }, key));
  const etag = headers.etag ?? 'none';
  const ways = [etag, etag.replace('W/', ''), `"x", ${etag}`, '*', 'W/"x"', etag.slice(0, -2), ''];
  for (const [at, held] of ways.entries()) {
    await note(`held/${path} ${at}`, withKey({ path, headers: { 'If-None-Match': held } }, key));
    const head: Asked = { path, method: 'HEAD', headers: { 'If-None-Match': held } };
    await note(`held/${path} ${at}, HEAD`, withKey(head, key));
  }
}

const CLAIMS = 'series=initial_claims,continued_claims&date_from=2019-01-01&date_to=2025-12-31';
const WALKS = [
  `ui_state_weekly_claims?${CLAIMS}`,
  'us_debt?series=total_public_debt_outstanding,debt_held_by_public&date_from=1993-01-01&date_to=2026-12-31',
];
const SAMPLE_WALKS = [
  'ui_state_weekly_claims?series=initial_claims&state=TX,CA,PR&date_from=2024-01-01&date_to=2026-12-31',
  'ui_state_weekly_claims?series=initial_claims,continued_claims&state=TX,CA&date_from=2020-01-01&date_to=2026-12-31&frequency=m&units=pch',
  'us_debt?series=total_public_debt_outstanding,debt_held_by_public&date_from=2024-01-01&date_to=2026-12-31&units=chg',
  'us_exports?series=asia,europe,africa&date_from=1985-01-01&date_to=2026-12-31&units=pc1&format=json',
  'jolts?series=quits_rate_sa,hires_level_sa,hires_level_nsa&date_from=2000-01-01&date_to=2026-12-31&as_of=2027-02-20',
];

/** Follows tokens to the end, each second one without a key. */
async function followPages({ note, makeKey }: Api, name: string, walk: string): Promise<void> {
  const { key } = await makeKey();
  let next: string | null = `/economic-data/${walk}`;
  for (let page = 0; next !== null && page < MOST_PAGES; page++) {
    const asked: Asked = { path: `/api/v1${next}` };
    const body = await note(
      `${name} ${String(page).padStart(2, '0')}`,
      page % 2 === 1 ? asked : withKey(asked, key),
    );
    next = (JSON.parse(body) as { pagination?: { next_url: string | null } }).pagination?.next_url ?? null;
  }
}

/** A token with other parameters, at another dataset, damaged, and with CSV; each with its key, without, and with a wrong one. */
async function noteTokens({ port, note, makeKey }: Api): Promise<void> {
  const base = '/api/v1/economic-data/ui_state_weekly_claims';
  const { key } = await makeKey();
  const first = await ask(port, withKey({ path: `${base}?${CLAIMS}` }, key));
  const token = /token_id=([^&"]+)/.exec(first.body.toString())?.[1] ?? 'none';
  const damaged = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  const debt =
    '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2019-01-01&date_to=2025-12-31';
  const ways: readonly (readonly [string, string])[] = [
    ['other series', `${base}?${CLAIMS.replace('initial_claims,', '')}&token_id=${token}`],
    ['other range', `${base}?${CLAIMS.replace('2019', '2020')}&token_id=${token}`],
    ['other dataset', `${debt}&token_id=${token}`],
    ['with units', `${base}?${CLAIMS}&units=pc1&token_id=${token}`],
    ['with format', `${base}?${CLAIMS}&format=csv&token_id=${token}`],
    ['damaged', `${base}?${CLAIMS}&token_id=${damaged}`],
    ['cut', `${base}?${CLAIMS}&token_id=${token.slice(0, 20)}`],
    ['twice', `${base}?${CLAIMS}&token_id=${token}&token_id=${token}`],
  ];
  const other = await makeKey();
  for (const [name, path] of ways) {
    await note(`token/${name}`, withKey({ path }, key));
    await note(`token/${name}, no key`, { path });
    await note(`token/${name}, wrong key`, withKey({ path }, 'wrong'));
    await note(`token/${name}, other key`, withKey({ path }, other.key));
  }
}

/** The 99th to the 102nd request of a key within a minute, and what other questions of that key are answered then. */
async function exceedLimit({ port, note, makeKey }: Api): Promise<void> {
  const { key } = await makeKey();
  const path =
    '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-01-31';
  for (let count = 1; count <= 102; count++) {
    const asked = withKey({ path: count % 10 === 0 ? `${path}&units=x` : path }, key);
    if (count < 99) await ask(port, asked);
    else await note(`limits/request ${count}`, asked);
  }
  for (const other of [`${path}&format=csv`, `${path}&units=x`, '/yields/series=US2Y?limit=1']) {
    await note(`limits/then ${other}`, withKey({ path: other }, key));
  }
}

import { describe, expect, it } from 'vitest';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import { fredApp } from '../fred/fred-app.ts';
import type { TestApp } from './folder.ts';

/** A key that was sent in the wrong place is in no answer that refuses it: at no path, under no name, in no header. */

const RANGE = 'date_from=2024-01-01&date_to=2024-12-31';
/** Right questions, with a part in angle brackets for each place where a client may write something else. */
const QUESTIONS = [
  `/api/v1/economic-data/us_debt?series=<debt_held_by_public>&${RANGE}&format=<json>&units=<lin>&as_of=<2026-11-20>`,
  `/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=<2024-01-01>&date_to=<2024-12-31>&frequency=<m>&aggregation_method=<avg>`,
  `/api/v1/economic-data/us_debt?series=debt_held_by_public&${RANGE}&units=nbd&index_date=<2024-01-01>&token_id=<x>`,
  `/api/v1/economic-data/ui_state_weekly_claims?series=initial_claims&${RANGE}&state=<CA>&layout=<long>`,
  '/api/v1/view?series=<yields.US10Y>&formulas=<a*2>&units=<lin>&frequency=<m>&aggregation=<avg>&average=<3>&names=<a:x>',
  '/api/v1/view?series=yields.US10Y:<pc1>&from=<2024-01-01>&to=<2024-12-31>&as_of=<2026-11-20>&index_date=<2024-01-01>',
  '/api/v1/view?series=<yields.US10Y>:up&range=<5Y>&format=<json>&layout=<long>&token_id=<x>',
  '/yields/series=<US10Y>?limit=<5>&offset=<0>&format=<json>&date=<2024-03-08>&order=<asc>&units=<lin>',
  '/constituents/series=<TESTIDX>?limit=<5>&date=<2024-03-08>',
  '/api/v1/constituents/series=<TESTIDX>?limit=<5>',
  '/fred/series?series_id=<ICSA>&file_type=<json>&realtime_start=<2026-11-20>',
  '/fred/series/observations?series_id=<ICSA>&units=<lin>&frequency=<m>&limit=<5>&vintage_dates=<2026-11-20>',
  '/fred/series/search?search_text=claims&order_by=<title>&filter_variable=<units>&sort_order=<asc>',
  '/graph/fredgraph.csv?id=<ICSA>&cosd=<2024-01-01>&transformation=<lin>&fq=<Monthly>&fml=<a>',
  '/api/v1/catalog?<x>=1',
  '/healthz?<x>=1',
  '/docs/<almanac.css>',
  '/<nope>/<nope>',
];
const ALMANACS = `alm_${'Kq7Zw9Xv3T'.repeat(4)}abc`;
const FREDS = '9f8e7d6c5b4a39281706f5e4d3c2b1a0';
/** The key alone, and so that a message cuts it. */
const SENT = [ALMANACS, FREDS, `${'x'.repeat(40)} ${ALMANACS}`, `${'x'.repeat(40)} ${FREDS}`];
/** Any eight characters of a key are too many. */
const PARTS = [ALMANACS.slice(4), FREDS].flatMap((key) =>
  Array.from({ length: key.length - 8 }, (_, at) => key.slice(at, at + 8)),
);

const partsIn = (text: string) => PARTS.filter((part) => text.toLowerCase().includes(part.toLowerCase()));

/** @returns the question with the key in each of its places in turn, in place of the name of each parameter, and repeated. */
function misplaced(question: string, key: string): string[] {
  const sent = encodeURIComponent(key);
  const plain = (text: string) => text.replaceAll(/[<>]/g, '');
  const at = [...question.matchAll(/<[^>]*>/g)].map(({ index, 0: { length } }) =>
    plain(question.slice(0, index) + sent + question.slice(index + length)),
  );
  const [path = '', query = ''] = plain(question).split('?');
  const names = query.split('&').map((pair) => `${path}?${query}&${sent}=1&${pair}&${sent}[]=1`);
  return [...at, ...names, `${path}?${sent}=1&${sent}=2`, `${path}?${sent}[a]=1`];
}

function refusedWith({ app, key }: TestApp, url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { host: 'localhost:80', 'x-api-key': key, ...headers } });
}

describe('a refusal', () => {
  it.each(QUESTIONS)('of %s repeats no key', async (question) => {
    const app = await fredApp();
    let refused = 0;
    for (const url of SENT.flatMap((key) => misplaced(question, key))) {
      app.clock.forward(60_000);
      const answer = await refusedWith(app, url);
      if (answer.statusCode < 400) continue;
      refused++;
      expect([url, partsIn(answer.payload + JSON.stringify(answer.headers))]).toEqual([url, []]);
    }
    expect(refused).toBeGreaterThan(3);
  });

  it('repeats no key that stands in a header', async () => {
    const app = await fredApp();
    const names = [
      'host',
      'origin',
      'accept',
      'user-agent',
      'if-none-match',
      'x-api-key',
      'referer',
      'cookie',
    ];
    const urls = ['/nope', '/yields/series=NOPE', '/fred/series?series_id=NOPE', '/api/v1/view?series=x'];
    for (const key of [ALMANACS, FREDS])
      for (const [name, url] of names.flatMap((one) => urls.map((other) => [one, other] as const))) {
        const sent = name === 'origin' ? `https://${key}.example` : key;
        const { statusCode, payload, headers } = await refusedWith(app, url, { [name]: sent });
        expect(statusCode).toBeGreaterThanOrEqual(400);
        expect([name, url, partsIn(payload + JSON.stringify(headers))]).toEqual([name, url, []]);
      }
  });

  it('of an assistant’s message repeats no key', async () => {
    const app = await fredApp();
    const call = (name: string, args: object) => ({
      method: 'tools/call',
      params: { name, arguments: args },
    });
    for (const key of SENT) {
      const messages: object[] = [
        { method: key, params: {} },
        { method: 'tools/call', params: { name: key, arguments: {} } },
        { method: 'prompts/get', params: { name: key } },
        { method: 'prompts/get', params: { name: 'check_a_number', arguments: { [key]: 'x' } } },
        { method: 'resources/read', params: { uri: `almanac://guide/${encodeURIComponent(key)}` } },
        { method: 'resources/read', params: { uri: key } },
        call('get_observations', { series: key }),
        call('get_observations', { series: 'yields.US10Y', [key]: 1 }),
        call('get_observations', { series: 'yields.US10Y', from: key }),
        call('get_observations', { series: 'yields.US10Y', formula: key }),
        call('get_observations', { series: 'yields.US10Y', units: key }),
        call('compare_dates', { series: key, date: key }),
        call('describe_series', { series: key }),
        call('search_series', { query: key }),
        call('list_revisions', { series: 'yields.US10Y', since: key }),
        call('explain_observation', { series: key, date: key }),
      ];
      for (const message of messages)
        for (const more of [{}, { 'mcp-protocol-version': ALMANACS }, { accept: key }]) {
          app.clock.forward(60_000);
          const answer = await app.app.inject({
            method: 'POST',
            url: ASSISTANTS_PATH,
            headers: {
              host: 'localhost:80',
              'x-api-key': app.key,
              accept: 'application/json, text/event-stream',
              ...more,
            },
            payload: { jsonrpc: '2.0', id: 1, ...message },
          });
          expect([message, more, partsIn(answer.payload)]).toEqual([message, more, []]);
        }
    }
  });
});

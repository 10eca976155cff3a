import { expect, test } from 'vitest';
import { publisherHosts } from '../../../service/datasets/sources/index.ts';
import { openWork } from '../../../service/work/index.ts';
import { GOOD } from '../../faults/fetch-fixtures.ts';
import { type Handler, type PublisherServer, startPublisherServer } from './publisher-server.ts';
import { makeDataDir, NOW, refreshed } from './refreshing.ts';

const INCOME = ['personal_income_and_outlays'];
const KEY = 'bls0123456789abcdef';

/** The requests that the service recorded, oldest first. */
function ledgerOf(dataDir: string) {
  const work = openWork(dataDir, { now: () => NOW });
  try {
    const { requests, ...counts } = work.outgoing.list({ limit: 1000 }, publisherHosts());
    return { requests: requests.toReversed(), ...counts };
  } finally {
    work.close();
  }
}

/** The same requests, as the server received them. */
function seenBy({ asked, mirror }: PublisherServer) {
  return asked.map(({ url, method, headers, body }) => ({
    url: `${mirror}/${url}`,
    method,
    headers,
    sent_bytes: Buffer.byteLength(body),
  }));
}
const sides = ({ requests }: ReturnType<typeof ledgerOf>) =>
  requests.map(({ url, method, headers, sent_bytes }) => ({ url, method, headers, sent_bytes }));

test('the ledger has each request of the server: a redirect, a busy server, a cut answer, a whole one, a 304', async () => {
  const dataDir = makeDataDir();
  const bytes = Buffer.byteLength(GOOD);
  const answers: Handler[] = [
    ({ url }, response) => response.writeHead(302, { location: `/${url}?moved` }).end('elsewhere'),
    (_, response) => response.writeHead(503).end('busy'),
    (_, response) => {
      response.writeHead(200, { etag: '"a"', 'content-length': String(bytes) });
      response.write(GOOD.slice(0, 10), () => response.destroy());
    },
    (_, response) => response.writeHead(200, { etag: '"a"' }).end(GOOD),
    (_, response) => response.writeHead(304).end(),
  ];
  const server = await startPublisherServer((asked, response, nth) =>
    answers[nth - 1]?.(asked, response, nth),
  );
  await refreshed(dataDir, INCOME, { mirror: server.mirror, contact: 'me@example.org' });
  await refreshed(dataDir, INCOME, { mirror: server.mirror, contact: 'me@example.org' });

  const ledger = ledgerOf(dataDir);
  expect(server.asked).toHaveLength(5);
  expect(sides(ledger)).toEqual(seenBy(server));
  expect(ledger.requests[0]?.headers['user-agent']).toMatch(/^Almanac\/.*me@example\.org/);
  expect(ledger.requests.map(({ status, problem }) => [status, problem])).toEqual([
    [302, null],
    [503, null],
    [200, 'the connection broke'],
    [200, null],
    [304, null],
  ]);
  expect(ledger.requests.map(({ received_bytes }) => received_bytes).slice(2, 4)).toEqual([10, bytes]);
  expect(ledger.requests[0]).toMatchObject({
    at: NOW.toISOString(),
    dataset: 'personal_income_and_outlays',
    purpose: expect.stringMatching(/^Refresh of personal_income_and_outlays: BEA /),
  });
  // The requests went to this test's mirror, which is not a publisher.
  expect(ledger).toMatchObject({ total: 5, elsewhere: 5, since: NOW.toISOString() });
});

test('the ledger has an unanswered request too', async () => {
  const dataDir = makeDataDir();
  await refreshed(dataDir, INCOME, { mirror: 'http://127.0.0.1:9' });
  const { requests } = ledgerOf(dataDir);
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    received_bytes: 0,
    status: null,
    problem: expect.stringContaining('cannot be reached'),
  });
});

test('a key is sent, and is not in the ledger', async () => {
  const dataDir = makeDataDir();
  const server = await startPublisherServer((_, response) => response.writeHead(403).end(`No: ${KEY}`));
  await refreshed(dataDir, ['jolts'], {
    mirror: server.mirror,
    keyFor: async (publisher) => (publisher === 'BLS' ? KEY : undefined),
  });
  const ledger = ledgerOf(dataDir);
  expect(server.asked[0]?.body).toContain(KEY);
  expect(sides(ledger)).toEqual(seenBy(server));
  expect(JSON.stringify(ledger)).not.toContain(KEY);
});

test('requests to a publisher are counted as a publisher’s', () => {
  const work = openWork(makeDataDir(), { now: () => NOW });
  const line = {
    at: NOW.toISOString(),
    method: 'GET',
    purpose: 'A test',
    dataset: null,
    headers: {},
    sent_bytes: 0,
    received_bytes: 0,
    status: 200,
    problem: null,
  };
  work.outgoing.note({ ...line, url: 'https://api.bls.gov/publicAPI' });
  work.outgoing.note({ ...line, url: 'https://api.bls.gov.example.org/' });
  expect(work.outgoing.list({ limit: 10 }, publisherHosts())).toMatchObject({ total: 2, elsewhere: 1 });
  work.close();
});

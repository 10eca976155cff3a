import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOffMs, createTurns, retryAfterMs } from '../../../service/ingest/fetch/download.ts';
import {
  type HttpClient,
  type PublisherRequest,
  sendFollowing,
} from '../../../service/ingest/fetch/http-client.ts';

const ROUTE = { mirror: undefined, hosts: ['oui.doleta.gov'] };
const FORM: PublisherRequest = {
  method: 'POST',
  headers: {},
  body: 'level=us',
  signal: new AbortController().signal,
};

/** A client that is redirected once, and its requests. */
function redirectedBy(status: number) {
  const asked: { url: string; ask: PublisherRequest }[] = [];
  const send: HttpClient['send'] = (url, ask) => {
    asked.push({ url: String(url), ask });
    const isFirst = asked.length === 1;
    const headers = new Map(isFirst ? [['location', '/elsewhere']] : []);
    const body = Readable.from([]);
    return Promise.resolve({ status: isFirst ? status : 200, headers, body });
  };
  return { asked, client: { send, close: () => Promise.resolve() } };
}

test.each([301, 302, 303])(
  'a form is not resent as a GET, although status %i asks for that',
  async (status) => {
    const { asked, client } = redirectedBy(status);
    await expect(sendFollowing(client, 'https://oui.doleta.gov/form', FORM, ROUTE)).rejects.toThrow(
      `the publisher redirects what was asked (status ${status})`,
    );
    expect(asked).toHaveLength(1);
  },
);

test.each([307, 308])('a redirect with status %i resends the form to the new address', async (status) => {
  const { asked, client } = redirectedBy(status);
  await sendFollowing(client, 'https://oui.doleta.gov/form', FORM, ROUTE);
  expect(asked).toEqual([
    { url: 'https://oui.doleta.gov/form', ask: FORM },
    { url: 'https://oui.doleta.gov/elsewhere', ask: FORM },
  ]);
});

const NOW = new Date('2026-11-20T18:00:00Z');

test('waits double up to 30 s, with full jitter, and never less than the server asks for', () => {
  expect([1, 2, 3, 6, 7].map((failed) => backOffMs(failed, 0.5))).toEqual([500, 1000, 2000, 15_000, 15_000]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      fc.nat(100_000),
      (failed, random, asked) => {
        const ms = backOffMs(failed, random, asked);
        expect(ms).toBeGreaterThanOrEqual(asked);
        expect(ms).toBeLessThanOrEqual(Math.max(asked, Math.min(30_000, 1000 * 2 ** (failed - 1))));
      },
    ),
  );
});

test.each([
  [undefined, undefined],
  ['120', 120_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 18:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 17:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After %s is read as milliseconds', (text, ms) => {
  expect(retryAfterMs(text, NOW)).toBe(ms);
});

test('a host gets one request at a time, with pauses; another host does not wait for it', async () => {
  let ms = 0;
  const waits: number[] = [];
  const turns = createTurns({
    now: () => new Date(ms),
    random: () => 0,
    sleep: async (wait) => {
      waits.push(wait);
      ms += wait;
    },
  });
  const { signal } = new AbortController();
  const release = await turns.take('a', 250, signal);
  let isSecondIn = false;
  const second = turns.take('a', 250, signal).then((done) => {
    isSecondIn = true;
    return done;
  });
  (await turns.take('b', 250, signal))();
  expect([isSecondIn, waits]).toEqual([false, []]);
  release();
  ms += 100;
  (await second)();
  expect(waits).toEqual([150]);
});

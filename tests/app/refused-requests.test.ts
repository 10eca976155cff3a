import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { pageService } from './page-service.ts';

/** Anybody on this machine can send to both ports without having signed in: what that does to the log, over real sockets. */

const KINDS: Readonly<Record<string, { bytes: string; page: number[]; api: number[] }>> = {
  TRACE: { bytes: 'TRACE / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n', page: [405], api: [405] },
  'a method of no standard': {
    bytes: 'BREW / HTTP/1.1\r\nHost: HOST\r\n\r\n',
    page: [400, 405],
    api: [400, 405],
  },
  PURGE: { bytes: 'PURGE / HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n', page: [405], api: [405] },
  CONNECT: { bytes: 'CONNECT evil.test:443 HTTP/1.1\r\nHost: HOST\r\n\r\n', page: [], api: [] },
  'a foreign host': {
    bytes: 'GET / HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n',
    page: [421],
    api: [421],
  },
  'a host that is none': {
    bytes: 'GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
    page: [421],
    api: [421],
  },
  'a user in the host': {
    bytes: 'GET / HTTP/1.1\r\nHost: me:word@HOST\r\nConnection: close\r\n\r\n',
    page: [421],
    api: [421],
  },
  'a foreign origin': {
    bytes: 'GET /host/state HTTP/1.1\r\nHost: HOST\r\nOrigin: https://evil.test\r\nConnection: close\r\n\r\n',
    page: [403],
    api: [403],
  },
  'a wrong token': {
    bytes: `GET /host/state HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer ${'x'.repeat(43)}\r\nConnection: close\r\n\r\n`,
    page: [401],
    api: [404],
  },
  'a wrong key': {
    bytes: 'GET /yields/series=US2Y HTTP/1.1\r\nHost: HOST\r\nX-API-Key: alm_x\r\nConnection: close\r\n\r\n',
    page: [401],
    api: [401],
  },
  'an address that is too long': {
    bytes: `GET /host/${'x'.repeat(12_000)} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n`,
    page: [401],
    api: [404],
  },
  'headers that are too long': {
    bytes: `GET / HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    page: [431],
    api: [431],
  },
  'bytes that are no request': { bytes: '\u0016\u0003\u0001 nonsense\r\n\r\n', page: [400], api: [400] },
};
const TIMES = process.env.ALMANAC_SOAK ? 300 : 50;
/** Many of what is answered soonest, and few of what waits for its answer: wrong keys, after the first twenty. */
const OTHER_TIMES: Readonly<Record<string, number>> = {
  TRACE: process.env.ALMANAC_SOAK ? 6000 : 1000,
  'a wrong key': process.env.ALMANAC_SOAK ? 300 : 25,
};
/** The last line that says how many there were: one comes each time that their number has doubled. */
const LAST_TOLD = process.env.ALMANAC_SOAK ? 5120 : 640;
const AT_ONCE = 16;
/** Of both ports together: some lines of each status, and not thousands. */
const MOST_GROWTH = 100_000;

/** @returns the status of the answer to these bytes; undefined where the connection ends without one. */
async function send(port: number, bytes: string): Promise<number | undefined> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes.replaceAll('HOST', `127.0.0.1:${port}`), 'latin1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
  if (status === '405') expect(answer).toMatch(/^Allow: \S/im);
  return status === undefined ? undefined : Number(status);
}

async function sendMany(port: number, bytes: string, times: number): Promise<Set<number>> {
  const seen = new Set<number>();
  let left = times;
  const sender = async () => {
    while (left-- > 0) {
      const status = await send(port, bytes);
      if (status !== undefined) seen.add(status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return seen;
}

test.each(['page', 'api'] as const)(
  'the port of the %s refuses thousands of requests without an error of its own and with few lines in the log',
  async (which) => {
    const { service, logs } = await pageService();
    const port = which === 'page' ? (service.page?.port ?? 0) : service.port;
    for (const [name, { bytes, [which]: right }] of Object.entries(KINDS)) {
      const seen = await sendMany(port, bytes, OTHER_TIMES[name] ?? TIMES);
      for (const status of seen) expect(right, `${name}: ${status}`).toContain(status);
      if (right.length === 1) expect([...seen], name).toEqual(right);
    }
    const written = logs.join('\n');
    expect(written.length).toBeLessThan(MOST_GROWTH);
    expect(written).not.toMatch(/ {4}at |TypeError|Answer failed| 500 /);
    // They are written down, though, with how many there were.
    expect(written).toMatch(/TRACE \/ 405 /);
    expect(written).toContain(`(${LAST_TOLD} of 405 within the hour)`);
  },
  120_000,
);

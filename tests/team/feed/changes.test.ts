import { once } from 'node:events';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { queryCompiler, Refusal, type Site } from '../../../service/api/index.ts';
import type { Role } from '../../../service/keys/index.ts';
import type { Copy, CopyFrame, CopyHead } from '../../../service/store/copy/index.ts';
import { addAbout, addChanges } from '../../../service/team/feed/changes.ts';
import { openFeed, type TeamFeed } from '../../../service/team/feed/open-feed.ts';
import { HistoryDiffers } from '../../../service/team/pull.ts';
import { scripted } from '../scripted.ts';

/** The change feed of a node: its whole answers. */

const HEAD: CopyHead = { teamId: 't', version: 7, publishId: 'p7', notes: 3, dataVersion: 6, fileId: 'f' };
const LINE = {
  ...{ format: 1, layout: 5, tables: { run: ['id'], fetch: ['url', 'outcome'] }, team: 't', version: 7 },
  ...{ publish: 'p7', notes: 3, data_version: 6, file: 'f', after: 0, from: null },
};
const FRAMES: CopyFrame[] = [
  { table: 'run', columns: ['id'], rows: [[1], [2]] },
  { table: 'run', columns: ['id'], rows: [[3]] },
];

/** Starts a node. `changes` replaces functions of its feed. */
async function node(changes: Partial<TeamFeed> = {}, partMs?: number, isClosing = () => false) {
  const reads: unknown[] = [];
  const same: unknown[] = [];
  const notes: unknown[] = [];
  const log: string[] = [];
  const feed = {
    ...{ teamId: 't', layout: 5, version: () => 7 },
    tables: [
      { name: 'run', columns: ['id'] },
      { name: 'fetch', columns: ['url', 'outcome'] },
    ],
    async headIfSame(state, waitMs) {
      same.push([state, waitMs]);
      return undefined;
    },
    async read(after, from, use) {
      reads.push([after, from]);
      async function* frames() {
        yield* FRAMES;
      }
      await use({ head: HEAD, frames: frames(), from });
    },
    keyOf: async (id) => ({ role: 'publish' as Role, key_name: `name of ${id}` }),
    close: () => undefined,
    ...changes,
  } as Partial<TeamFeed> as TeamFeed;
  const site = {
    ...{ isClosing, log: (line: string) => log.push(line) },
    isInternal: (header: string | undefined) => header === 'Bearer host',
    keys: {
      authenticate: (key: string) => ({ state: key === 'alm_good' ? 'active' : 'unknown', keyId: 'k1' }),
      note: (...noted: unknown[]) => notes.push(noted),
    },
  } as unknown as Site;
  const app = Fastify({ genReqId: () => 'r1' });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body);
    return reply.code(500).send(String(error));
  });
  app.setValidatorCompiler(queryCompiler(() => new Date()));
  app.setSerializerCompiler(() => JSON.stringify);
  addAbout(app, site, feed);
  addChanges(app, site, feed, partMs);
  onTestFinished(() => app.close());
  const ask = async (query: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await app.inject({
      ...{ method, url: query.startsWith('/') ? query : `/api/v1/changes?${query}` },
      headers: { 'x-api-key': 'alm_good', 'user-agent': 'Almanac/1', ...headers },
    });
    const zipped = answer.headers['content-encoding'] === 'gzip';
    const text = zipped ? gunzipSync(answer.rawPayload).toString() : answer.body;
    return { status: answer.statusCode, headers: answer.headers, text, zipped };
  };
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  return { ask, lines, reads, same, notes, log };
}

it('names the team and the role of the key, and forbids caching', async () => {
  const { ask, notes } = await node();
  const { status, headers, text } = await ask('/team/v1/about');
  expect([status, headers['cache-control'], headers['content-type'], JSON.parse(text)]).toEqual([
    ...[200, 'no-store', 'application/json; charset=utf-8'],
    { team: 't', version: 7, role: 'publish', key_name: 'name of k1' },
  ]);
  expect((await ask('/team/v1/about', { 'x-api-key': 'alm_no' })).status).toBe(401);
  expect(notes).toEqual([]);
  const gone = await node({ keyOf: async () => undefined });
  expect((await gone.ask('/team/v1/about')).status).toBe(401);
});

it('sends everything: a head, the rows, and their number', async () => {
  const { ask, lines, reads, same, notes } = await node();
  const { status, headers, text } = await ask('after=0');
  expect([status, headers['cache-control'], headers['content-type'], headers['content-encoding']]).toEqual([
    ...[200, 'no-store', 'application/x-ndjson', undefined],
  ]);
  expect(lines(text)).toEqual([LINE, ...FRAMES, { end: true, rows: 3 }]);
  expect([reads, same, notes]).toEqual([[[undefined, undefined]], [], [['k1', 'Almanac/1']]]);
  const zipped = await ask('', { 'accept-encoding': 'gzip, br' });
  expect([zipped.zipped, zipped.text]).toEqual([true, text]);
  expect(await ask('after=0', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  expect(reads).toHaveLength(2);
  // The host's own page uses no key, so nothing is noted.
  await ask('after=0', { 'x-api-key': '', authorization: 'Bearer host' });
  expect(notes).toHaveLength(3);
});

it('sends the rows that are newer than a copy, and continues where an answer broke off', async () => {
  const { ask, lines, reads, same } = await node();
  const place = { version: 7, publishId: 'p7', table: 'run', rows: 20 };
  const { text } = await ask('after=4&publish=p4&notes=2&file=g&from=7.p7.run.20');
  expect(lines(text)[0]).toEqual({ ...LINE, after: 4, from: '7.p7.run.20' });
  expect(reads).toEqual([[{ version: 4, publishId: 'p4' }, place]]);
  // A copy that continues an answer gets rows in any case.
  expect(same).toEqual([]);
  await ask('after=4&publish=p4');
  expect(same).toEqual([]);
  await ask('after=0&file=g');
  await ask('after=4&publish=p4&notes=2&file=g&wait=30');
  expect(same).toEqual([
    [{ version: 0, publishId: '', notes: 0, fileId: 'g' }, 0],
    [{ version: 4, publishId: 'p4', notes: 2, fileId: 'g' }, 30_000],
  ]);
});

it('has only a head and an end if nothing is new', async () => {
  const { ask, lines, reads } = await node({ headIfSame: async () => HEAD });
  const { text, headers } = await ask('after=7&publish=p7&notes=3&file=f');
  expect(lines(text)).toEqual([
    { ...LINE, after: 7 },
    { end: true, rows: 0 },
  ]);
  expect([headers['content-type'], reads]).toEqual([expect.stringMatching(/^application\/x-ndjson/), []]);
});

it.for<[string, string]>([
  ['after=-1', 'after'],
  ['after=x', 'after'],
  ['after=1', 'publish is missing. Add the id of the publish that the last head named.'],
  ['from=x', 'from is not a place in an answer. Write VERSION.PUBLISH.TABLE.ROWS, or leave it out.'],
  ['wait=31', 'wait'],
  ['wait=-1', 'wait'],
  ['notes=-1', 'notes'],
])('%s is refused', async ([query, says]) => {
  const { ask, reads } = await node();
  const { status, text } = await ask(query);
  expect([status, text]).toEqual([422, expect.stringContaining(says)]);
  expect(reads).toEqual([]);
});

it('another history is answered 409, an error before the first byte 500, and a later error is logged', async () => {
  const differs = await node({
    read: () => Promise.reject(new HistoryDiffers("the team's history has no publish p4 at version 4")),
  });
  expect(await differs.ask('after=4&publish=p4')).toMatchObject({
    status: 409,
    text: '{"detail":"The team\'s history has no publish p4 at version 4"}',
  });
  const early = await node({ read: () => Promise.reject(new Error('early')) });
  expect(await early.ask('after=0')).toMatchObject({ status: 500, text: 'Error: early' });
  async function* broken() {
    yield FRAMES[0] as CopyFrame;
    throw new Error('broke');
  }
  const late = await node({ read: (_after, from, use) => use({ head: HEAD, frames: broken(), from }) });
  const answer = await late.ask('after=0').catch(() => undefined);
  expect(answer?.text ?? '').not.toContain('"end"');
  await expect.poll(() => late.log).toEqual(['r1 the changes were cut: broke']);
});

it('an answer whose time is over ends with the number of its rows', async () => {
  async function* slow() {
    yield FRAMES[0] as CopyFrame;
    await new Promise((resolve) => setTimeout(resolve, 220));
    yield* FRAMES;
  }
  const { ask, lines, log } = await node(
    { read: (_after, from, use) => use({ head: HEAD, frames: slow(), from }) },
    200,
  );
  const { text } = await ask('after=0');
  expect(lines(text)).toEqual([LINE, FRAMES[0], FRAMES[0], { end: false, rows: 4 }]);
  expect(log).toEqual([]);
});

it('a node that stops ends its answers early, and lets nobody wait', async () => {
  let isClosing = false;
  const over: boolean[] = [];
  async function* stopped() {
    yield FRAMES[0] as CopyFrame;
    isClosing = true;
    yield* FRAMES;
  }
  const { ask, lines } = await node(
    {
      async headIfSame(_state, _waitMs, isOver) {
        over.push(isOver());
        return isOver() ? HEAD : undefined;
      },
      read: (_after, from, use) => use({ head: HEAD, frames: stopped(), from }),
    },
    undefined,
    () => isClosing,
  );
  const question = 'after=7&publish=p7&notes=3&file=f&wait=30';
  const head = { ...LINE, after: 7 };
  expect(lines((await ask(question)).text)).toEqual([head, FRAMES[0], FRAMES[0], { end: false, rows: 4 }]);
  expect(lines((await ask(question)).text)).toEqual([head, { end: true, rows: 0 }]);
  expect(over).toEqual([false, true]);
});

/** The feed of a node whose copy has the head `state.head`. */
function fed() {
  const state = { head: HEAD as CopyHead | undefined, looks: 0, error: undefined as Error | undefined };
  const database = scripted(async (_, values) =>
    values?.[0] === 'k1' ? [{ role: 'read', key_name: 'Ann' }] : [],
  );
  const copy = {
    ...{ tables: [], layout: 5 },
    head() {
      state.looks += 1;
      if (state.error) throw state.error;
      return state.head;
    },
  } as Partial<Copy> as Copy;
  const feed = openFeed(database, database, copy);
  onTestFinished(() => feed.close());
  return { feed, state };
}

const STATE = { version: 7, publishId: 'p7', notes: 3, fileId: 'f' };
const never = () => false;

it('a desktop with the same data waits until its time is over, or the data change', async () => {
  const { feed, state } = fed();
  expect([feed.teamId, feed.version()]).toEqual(['t', 7]);
  expect(await feed.headIfSame(STATE, 0, never)).toEqual(HEAD);
  for (const other of [{ version: 6 }, { version: 8 }, { publishId: 'p' }, { notes: 2 }, { fileId: 'g' }])
    expect(await feed.headIfSame({ ...STATE, ...other }, 10_000, never)).toBeUndefined();
  const begun = performance.now();
  expect(await feed.headIfSame(STATE, 600, never)).toEqual(HEAD);
  expect(performance.now() - begun).toBeGreaterThan(590);
  let isOver = false;
  const [ended, newer] = [
    feed.headIfSame(STATE, 10_000, () => isOver),
    feed.headIfSame(STATE, 10_000, never),
  ];
  isOver = true;
  expect(await ended).toEqual(HEAD);
  state.head = { ...HEAD, notes: 4 };
  expect(await newer).toBeUndefined();
  // Nobody waits any more, so the copy is not read.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { looks } = state;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(state.looks).toBe(looks);
  const later = feed.headIfSame({ ...STATE, notes: 4 }, 10_000, never);
  state.error = new Error('damaged');
  await expect(later).rejects.toThrow('damaged');
  state.error = undefined;
  state.head = undefined;
  expect([await feed.headIfSame(STATE, 10_000, never), feed.version()]).toEqual([undefined, 0]);
});

it('a key is found by its id', async () => {
  const { feed } = fed();
  expect([await feed.keyOf('k1'), await feed.keyOf('k2')]).toEqual([
    { role: 'read', key_name: 'Ann' },
    undefined,
  ]);
});

describe('a slow reader', () => {
  /** The longest part of an answer, in ms; a real part lasts a minute. */
  const PART_MS = 2000;

  const HEAD = {
    ...{ teamId: 't', version: 1, publishId: 'p', notes: 0, dataVersion: 1, fileId: 'f' },
  };
  const ROWS = Array.from({ length: 1000 }, (_, at) => [at, 'x'.repeat(100)]);

  it('a reader that stops reading holds the database no longer than a part lasts', async () => {
    let made = 0;
    const released = Promise.withResolvers<unknown>();
    async function* frames() {
      for (; made < 10_000; made++) yield { table: 'run', columns: ['id', 'text'], rows: ROWS };
    }
    const feed = {
      ...{ teamId: 't', tables: [], layout: 1, version: () => 1 },
      read: (_after, _from, use) =>
        use({ head: HEAD, frames: frames(), from: undefined }).catch((error: unknown) => {
          released.resolve(error);
          throw error;
        }),
    } as Partial<TeamFeed> as TeamFeed;
    const site = {
      ...{ isClosing: () => false, log: (line: string) => released.reject(new Error(line)) },
      ...{ isInternal: () => true, keys: {} },
    } as unknown as Site;
    const app = Fastify();
    app.setValidatorCompiler(queryCompiler(() => new Date()));
    app.setSerializerCompiler(() => JSON.stringify);
    addChanges(app, site, feed, PART_MS);
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(async () => {
      app.server.closeAllConnections();
      await app.close();
    });
    const address = app.server.address();
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write('GET /api/v1/changes?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n');
    await once(socket, 'readable');
    const begun = performance.now();
    await released.promise;
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(made).toBeGreaterThan(10);
    expect(made).toBeLessThan(1000);
    // If the reader continues, it finds the end of the part.
    let last = '';
    socket.on('data', (chunk: Buffer) => {
      last = (last + chunk.toString('latin1')).slice(-200);
    });
    await expect.poll(() => last, { timeout: 5000 }).toMatch(/\{"end":false,"rows":\d+000\}/);
  });
});

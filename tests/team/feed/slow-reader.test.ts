import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { queryCompiler, type Site } from '../../../service/api/index.ts';
import { addChanges } from '../../../service/team/feed/changes.ts';
import type { TeamFeed } from '../../../service/team/feed/open-feed.ts';

/** A part of an answer, in place of a minute. */
const PART_MS = 2000;

const HEAD = {
  ...{ teamId: 't', version: 1, publishId: 'p', notes: 0, dataVersion: 1, fileId: 'f' },
};
const ROWS = Array.from({ length: 1000 }, (_, at) => [at, 'x'.repeat(100)]);

it('a reader that takes nothing any more holds the database no longer than a part lasts', async () => {
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
  // Who reads on after all finds the end of the part.
  let last = '';
  socket.on('data', (chunk: Buffer) => {
    last = (last + chunk.toString('latin1')).slice(-200);
  });
  await expect.poll(() => last, { timeout: 5000 }).toMatch(/\{"end":false,"rows":\d+000\}/);
});

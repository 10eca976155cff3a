import { mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BODY_BYTES } from '../../../service/contract/body.ts';
import { ENDPOINTS, type Endpoint, type EndpointName } from '../../../service/contract/endpoints.ts';
import type { SavedItem } from '../../../service/contract/saved.ts';
import { type SharedItems, ShareRequest } from '../../../service/contract/shared.ts';
import { openFollowedShared } from '../../../service/team/web/index.ts';
import { largestValues } from '../../support/largest-values.ts';
import { nodeOfFile } from './node-with-people.ts';

/** The largest body of each action of a node's page, and the largest items that people save and share. */

const node = nodeOfFile();

let minutes = 0;
/** Advances the clock, because the bytes that a person sends in a minute are limited, too. */
const nextMinute = () => node.later(60_000 * ++minutes);

const CHARACTERS = ['中', '\u0001'];
const NAMES = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => {
  const { needs, body }: Endpoint = ENDPOINTS[name];
  return needs === undefined && typeof body === 'object';
});

it.each(NAMES)('%s takes the largest body that the contract allows', async (name) => {
  const { body } = ENDPOINTS[name] as Endpoint & { body: object };
  for (const value of CHARACTERS.flatMap((character) => largestValues(body, character))) {
    nextMinute();
    const given = { session: node.sessions.publish, body: value };
    const { status, text } = await node.post(`/host/${name}`, given);
    expect([413, 415, 500]).not.toContain(status);
    if (status !== 200)
      expect((JSON.parse(text) as { detail: string }).detail).not.toMatch(/^The body |; the most is/);
  }
});

it.each(CHARACTERS)(
  'the largest items are kept and shared, and come back unchanged: %j',
  async (character) => {
    const followed = openFollowedShared({
      ...{
        address: node.url,
        key: node.keys.publish.key,
        folder: mkdtempSync(path.join(tmpdir(), 'almanac-web-')),
      },
      ...{ now: () => new Date(), onSent: () => undefined },
    });
    onTestFinished(() => followed.close());
    for (const [at, largest] of largestValues(ShareRequest, character).entries()) {
      const item = { ...(largest as ShareRequest), id: `${CHARACTERS.indexOf(character)}largest${at}` };
      const saved = { ...item, revision: 0, is_deleted: false };
      const session = node.sessions.publish;
      nextMinute();
      expect((await node.post('/host/save-item', { session, body: saved })).status).toBe(200);
      const kept = (await node.ask('/host/saved', { session })).json() as { items: SavedItem[] };
      expect(kept.items.find(({ id }) => id === item.id)).toMatchObject(item);
      const { key } = node.keys.publish;
      const shared = await node.ask('/team/v1/share', { method: 'POST', key, body: item });
      expect(shared.status).toBe(200);
      expect((shared.json() as SharedItems).items.find(({ id }) => id === item.id)).toMatchObject(item);
      // A desktop that follows the team shares the item, too.
      const known = await followed.share({ ...item, note: 'again' });
      expect(known.items.find(({ id }) => id === item.id)).toMatchObject({
        ...item,
        note: 'again',
        revision: 2,
      });
      await followed.withdraw({ id: item.id });
      await node.post('/host/remove-item', { session, body: { id: item.id } });
    }
  },
);

it('a body that is too large gets 413 and a sentence, and the connection stays open', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const body = JSON.stringify({ note: 'x'.repeat(BODY_BYTES) });
  for (const headers of [{}, { 'transfer-encoding': 'chunked' }])
    for (let times = 0; times < 3; times++) {
      nextMinute();
      const given = { session: node.sessions.publish, body, headers, agent };
      const answer = await node.post('/host/save-item', given);
      expect([answer.status, answer.json()]).toEqual([
        413,
        {
          detail: expect.stringMatching(
            `^The body has \\d+ bytes; the most that is taken is ${BODY_BYTES} bytes\\.$`,
          ),
        },
      ]);
      expect(answer.headers.connection).toBe('keep-alive');
    }
  expect((await node.ask('/host/work-version', { session: node.sessions.publish, agent })).status).toBe(200);
});

it('a body without a session or key gets 401, whatever its size', async () => {
  const body = JSON.stringify({ note: 'x'.repeat(BODY_BYTES) });
  for (const target of ['/host/save-item', '/team/v1/share', '/team/v1/withdraw', '/team/v1/sign-in'])
    for (const asked of [{}, { session: 'made.up' }, { key: 'alm_made_up' }])
      expect((await node.post(target, { ...asked, body })).status).toBe(401);
});

it('a body that breaks off is refused, and is not an error of the node', async () => {
  const headers = { host: 'data.example.org', 'x-api-key': node.keys.publish.key, 'content-length': 100 };
  const sending = request(`${node.url}/team/v1/share`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
  });
  sending.on('error', () => undefined);
  sending.write('{', () => sending.destroy());
  await expect.poll(() => node.logs.join('\n')).toMatch(/POST \/team\/v1\/share 400/);
});

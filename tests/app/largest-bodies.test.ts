import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { BODY_BYTES } from '../../service/contract/body.ts';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import type { ItemVersions, SavedItem, SavedItems, SaveItemAnswer } from '../../service/contract/saved.ts';
import { largestValues } from '../support/largest-values.ts';
import { pageOfFile } from './page-service.ts';

/** The largest body that the contract allows for each action, sent to a running service. */

const CHARACTERS = ['中', '\u0001'];
const ACTIONS = Object.entries<Endpoint>(ENDPOINTS).flatMap(([name, { body }]) =>
  typeof body === 'object' ? [[name, body] as const] : [],
);
/** The refusals of a body for its size or shape. */
const REFUSED = /^The body |; the most is/;

const page = pageOfFile();

test.each(ACTIONS)('%s takes the largest body that the contract allows', async (name, schema) => {
  for (const value of CHARACTERS.flatMap((character) => largestValues(schema, character))) {
    const query = name.startsWith('export') ? '?id=largest-body' : '';
    const answer = await page().post(`${name}${query}`, value);
    expect([413, 415, 500]).not.toContain(answer.status);
    const { detail = '' } = (await answer.json()) as { detail?: string };
    expect(detail).not.toMatch(REFUSED);
  }
  expect((await page().ask('/host/state')).status).toBe(200);
});

test.each(CHARACTERS)(
  'the largest items can be saved, changed, and read back unchanged: %j',
  async (character) => {
    for (const [at, largest] of largestValues(ENDPOINTS['save-item'].body, character).entries()) {
      const id = `${CHARACTERS.indexOf(character)}largest${at}`;
      const item = { ...(largest as SavedItem), id, revision: 0 };
      const first = (await (await page().post('save-item', item)).json()) as SaveItemAnswer;
      expect(first.state).toBe('saved');
      const changed = { ...item, revision: 1, name: 'N', is_deleted: false };
      expect((await page().post('save-item', changed)).status).toBe(200);
      const { items } = (await (await page().ask('/host/saved')).json()) as SavedItems;
      const { content, note, folder } = item;
      expect(items.find((one) => one.id === id)).toMatchObject({
        content,
        note,
        folder,
        name: 'N',
        revision: 2,
      });
      const { versions } = (await (await page().ask(`/host/item-versions?id=${id}`)).json()) as ItemVersions;
      expect(versions.map((one) => [one.revision, one.name])).toEqual([
        [2, 'N'],
        [1, item.name],
      ]);
    }
  },
);

const send = (body: BodyInit, path = '/host/save-item') =>
  page().ask(path, {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' },
  } as RequestInit);

describe('a body over the bound', () => {
  const over = JSON.stringify({ note: 'x'.repeat(BODY_BYTES) });

  test.each([
    ['with its length', () => over],
    ['in pieces', () => new Blob([over]).stream()],
    ['ten times over', () => over.repeat(10)],
  ])('gets 413 and a sentence, never a closed connection: %s', async (_, body) => {
    for (let times = 0; times < 3; times++) {
      const answer = await send(body());
      expect([answer.status, await answer.json()]).toEqual([
        413,
        {
          detail: expect.stringMatching(
            `^The body has \\d+ bytes; the most that is taken is ${BODY_BYTES} bytes\\.$`,
          ),
        },
      ]);
    }
  });

  test.each([
    ['/host/nothing', 404],
    ['/control/nothing/more', 401],
    ['/other/nothing', 405],
    ['/host/state', 405],
    ['/auth/exchange', 413],
    ['/api/v1/catalog', 405],
    ['/explore', 405],
  ])('to %s gets the path’s own answer, %i, and the connection stays open', async (path, status) => {
    for (let times = 0; times < 3; times++) expect((await send(over, path)).status).toBe(status);
  });

  test('without a session gets 401, and at the API’s port 405, and the connection stays open', async () => {
    for (let times = 0; times < 3; times++)
      for (const [url, status] of [
        [`${page().origin}/host/save-item`, 401],
        [`${page().service.url}/api/v1/catalog`, 405],
      ] as const)
        expect((await fetch(url, { method: 'POST', body: over })).status).toBe(status);
  });

  test('without a session is refused before it has arrived, for any query', async () => {
    const { hostname, port } = new URL(page().origin);
    for (const path of ['/host/save-item', '/host/export?id=x', '/host/upload', '/host/x', '/control/stop']) {
      const socket = connect(Number(port), hostname);
      const type = 'Content-Type: application/json\r\nContent-Length: 1000000';
      socket.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${type}\r\n\r\n{`);
      const [answer] = await once(socket, 'data');
      expect([path, String(answer)]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 401 /)]);
      socket.destroy();
    }
  });

  test('does not prevent the next request of the same connection', async () => {
    const { port } = new URL(page().origin);
    const socket = connect(Number(port), '127.0.0.1');
    const head = (method: string, path: string, more: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${page().bearer}\r\n${more}\r\n`;
    socket.write(
      head('POST', '/host/save-item', `Content-Type: application/json\r\nContent-Length: ${over.length}\r\n`),
    );
    socket.write(over);
    socket.write(head('GET', '/host/work-version', 'Connection: close\r\n'));
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(['413', '200']);
  });
});

test('the page and the API read the address of the largest chart', async () => {
  const name = '名'.repeat(80);
  const search = new URLSearchParams({
    series: 'jolts.hires_level_sa',
    formulas: Array.from({ length: 7 }, () => `a${'+a'.repeat(249)}`).join(','),
    names: [...'abcdefgh'].map((letter) => `${letter}:${name}`).join(','),
    title: '題'.repeat(200),
    subtitle: '題'.repeat(200),
  });
  expect(`${search}`.length).toBeGreaterThan(16_384);
  expect((await page().ask(`/explore?${search}`)).status).toBe(200);
  // The service reads the address, and refuses a text that is not a formula.
  expect((await page().ask(`/api/v1/view?${search}`)).status).toBe(422);
});

test('a body of brackets and commas does not hold up other requests', async () => {
  const half = BODY_BYTES / 2 - 10;
  for (const body of [
    `${'['.repeat(half)}${']'.repeat(half)}`,
    `[${'1,'.repeat(half)}1]`,
    `[${'{},'.repeat(half / 2)}1]`,
  ]) {
    const answer = await send(body);
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { detail: 'The body has more than 20000 values: nothing that is taken has.' },
    ]);
  }
});

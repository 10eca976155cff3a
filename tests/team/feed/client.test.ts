import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { almanacVersion } from '../../../service/process/version.ts';
import {
  checkedTeamAddress,
  type FeedQuestion,
  openFeedClient,
  textLines,
} from '../../../service/team/feed/feed-client.ts';
import { OtherHistory } from '../../../service/team/feed/feed-failures.ts';
import { allOf } from '../scripted.ts';
import { listening } from '../temporary.ts';

/** A desktop's requests to its team, and its notes about them. */

const KEY = 'alm_a_key_that_stays_here';
const ABOUT = {
  ...{ team: '11111111-2222-3333-4444-555555555555', version: 7, role: 'publish', key_name: 'Ann' },
};

let play: (request: IncomingMessage, answer: ServerResponse) => void = () => undefined;
let got: IncomingMessage[] = [];
let address = '';
beforeEach(async () => {
  got = [];
  const server = createServer((request, answer) => {
    got.push(request);
    play(request, answer);
  });
  address = `http://${await listening(server)}`;
});

function opened() {
  const client = openFeedClient(address, KEY);
  onTestFinished(() => client.close());
  return client;
}

const says =
  (body: string | Buffer, type: string, status = 200, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, answer: ServerResponse) =>
    void answer.writeHead(status, { 'content-type': type, ...headers }).end(body);
const JSON_TYPE = 'application/json; charset=utf-8';
const LINES = 'application/x-ndjson';
const HEADERS = { 'User-Agent': `Almanac/${almanacVersion()}`, 'Accept-Encoding': 'gzip', 'X-API-Key': '…' };

it('asks for the team with its key, and notes the request without the key', async () => {
  const client = opened();
  expect(client.lastSent()).toBeUndefined();
  const body = JSON.stringify(ABOUT);
  play = says(body, JSON_TYPE);
  expect(await client.about()).toEqual(ABOUT);
  const { url, method, headers } = got[0] as IncomingMessage;
  expect([method, url, headers['x-api-key'], headers['user-agent'], headers['accept-encoding']]).toEqual([
    ...['GET', '/team/v1/about', KEY, `Almanac/${almanacVersion()}`, 'gzip'],
  ]);
  expect(client.lastSent()).toEqual({
    ...{ at: expect.stringMatching(/^20\d\d-.*Z$/), method: 'GET', url: `${address}/team/v1/about` },
    ...{ purpose: `Team · ${address}`, dataset: null, headers: HEADERS, sent_bytes: 0 },
    ...{ received_bytes: body.length, status: 200, problem: null },
  });
});

it('notes a refused request with the sentence of its failure', async () => {
  const client = opened();
  for (const [status, body, type, says_] of [
    [401, '{"detail":"x"}', JSON_TYPE, /does not know the key/],
    [200, '<html>', 'text/html', /^No team's Almanac answers/],
    [503, 'x'.repeat(20_000), 'text/plain', /cannot answer now \(503\)/],
  ] as const) {
    play = says(body, type, status);
    const failure = (await client.about().catch((error: unknown) => error)) as Error;
    expect(failure.message).toMatch(says_);
    expect(client.lastSent()).toMatchObject({ status, problem: failure.message });
  }
  for (const body of ['{', '{"team":"x"}', `${JSON.stringify(ABOUT)}x`]) {
    play = says(body, JSON_TYPE);
    await expect(client.about()).rejects.toMatchObject({ code: 'team_refused' });
  }
  play = (request) => request.socket.destroy();
  await expect(client.about()).rejects.toMatchObject({ code: 'team_unreachable' });
  expect(client.lastSent()).toMatchObject({ status: null, received_bytes: 0 });
  play = () => undefined;
  await expect(client.about(AbortSignal.timeout(30))).rejects.toMatchObject({
    message: `The team at ${address} does not answer: it does not answer in time.`,
  });
});

const NOTHING = { after: 0, publish: '', notes: undefined, file: undefined, from: undefined, wait: 0 };

/** @returns the lines of an answer, and the failure it ended with. */
async function asked(client: ReturnType<typeof opened>, question: Partial<FeedQuestion>) {
  const lines: unknown[] = [];
  try {
    for await (const line of client.changes({ ...NOTHING, ...question })) lines.push(line);
  } catch (error) {
    return { lines, failure: error as Error };
  }
  return { lines };
}

const FRAME = { table: 'run', columns: ['id', 'text'], rows: [[1, 'é\n']] };
const END = { end: true, rows: 1 };
const text = (...lines: unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

it('asks for newer data, in plain text and zipped, and stops at the end', async () => {
  const client = opened();
  const body = text(FRAME, END, FRAME);
  play = says(body, LINES);
  const lines = [{ frame: FRAME }, { end: END }];
  expect(await asked(client, {})).toEqual({ lines });
  expect(got[0]?.url).toBe('/api/v1/changes?after=0&wait=0');
  expect(client.lastSent()).toMatchObject({ status: 200, received_bytes: Buffer.byteLength(body) });
  const zipped = gzipSync(body);
  play = (_, answer) => {
    answer.writeHead(200, { 'content-type': LINES, 'content-encoding': 'gzip' });
    // The answer comes in two pieces, whose bytes all count.
    answer.write(zipped.subarray(0, 20), () => answer.end(zipped.subarray(20)));
  };
  const question = { after: 7, publish: 'p 7', notes: 3, file: 'f', from: '7.p.run.1', wait: 5 };
  expect(await asked(client, question)).toEqual({ lines });
  expect(got[1]?.url).toBe('/api/v1/changes?after=7&publish=p+7&notes=3&file=f&from=7.p.run.1&wait=5');
  expect(client.lastSent()?.received_bytes).toBe(zipped.length);
});

it('gives the lines of an answer that broke off, and then fails with that reason', async () => {
  const client = opened();
  const broke = `The team at ${address} does not answer: the connection broke.`;
  play = says(text(FRAME), LINES);
  expect(await asked(client, {})).toMatchObject({ lines: [{ frame: FRAME }], failure: { message: broke } });
  expect(client.lastSent()).toMatchObject({ problem: broke });
  const zipped = gzipSync(text(FRAME, END), { level: 0 });
  play = (_, answer) => {
    answer.writeHead(200, { 'content-type': LINES, 'content-encoding': 'gzip' });
    answer.write(zipped.subarray(0, text(FRAME).length + 20), () => answer.destroy());
  };
  expect(await asked(client, {})).toMatchObject({ lines: [{ frame: FRAME }], failure: { message: broke } });
  play = says(`${text(FRAME)}hello\n${text(END)}`, LINES);
  expect(await asked(client, {})).toMatchObject({
    lines: [{ frame: FRAME }],
    failure: { code: 'team_refused', message: expect.stringMatching(/^No team's/) },
  });
  play = says('{"detail":"The team’s history has no publish p"}', JSON_TYPE, 409);
  const { failure } = await asked(client, {});
  expect([failure instanceof OtherHistory, failure?.message]).toEqual([
    true,
    'The team’s history has no publish p',
  ]);
});

it('gives all lines that came of a zipped answer that broke off, even to a slow reader', async () => {
  const client = opened();
  const frames = Array.from({ length: 200 }, (_, id) => ({ ...FRAME, rows: [[id, 'x'.repeat(100)]] }));
  const zipped = gzipSync(text(...frames, END), { level: 0 });
  play = (_, answer) => {
    answer.writeHead(200, { 'content-type': LINES, 'content-encoding': 'gzip' });
    answer.write(zipped.subarray(0, -30), () => answer.destroy());
  };
  const taken: unknown[] = [];
  const reading = async () => {
    for await (const line of client.changes(NOTHING)) {
      if (taken.push(line) % 50 === 0) await setTimeout(30);
    }
  };
  await expect(reading()).rejects.toMatchObject({ code: 'team_unreachable' });
  expect(taken).toEqual(frames.map((frame) => ({ frame })));
});

it.for<[string, boolean]>([
  ['', false],
  ['alm_abc', false],
  ['alm_abcd', true],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['alm_two words', false],
  ['alm_clé_é', false],
  ['alm_abcd\n', false],
])('the key %j is well-formed: %s', async ([key, isRight]) => {
  const open = () => openFeedClient(address, key);
  if (isRight) return open().close();
  expect(open).toThrow('The key of the team is one word like alm_…, of 8 to 200 characters.');
});

it.for<[string, string]>([
  ['https://Data.example.org:443/', 'https://data.example.org'],
  ['https://data.example.org:8443', 'https://data.example.org:8443'],
  ['http://localhost:4780', 'http://localhost:4780'],
  ['http://127.0.0.1:4780', 'http://127.0.0.1:4780'],
  ['http://127.10.20.30', 'http://127.10.20.30'],
  ['http://[::1]:4780', 'http://[::1]:4780'],
])('the address %s becomes %s', ([typed, origin]) => {
  expect(checkedTeamAddress(typed)).toBe(origin);
});

const RIGHT = 'Write it like https://data.example.org.';
it.for([
  ['', `The address of the team '' is not one of the web. ${RIGHT}`],
  [
    'ftp://data.example.org',
    `The address of the team 'ftp://data.example.org' is not one of the web. ${RIGHT}`,
  ],
  ...[
    'https://ann@x.org',
    'https://:secret@x.org',
    'https://x.org/?a',
    'https://x.org/#a',
    'https://x.org/a',
  ].map((typed): [string, string] => [typed, `The address of a team has neither path nor user. ${RIGHT}`]),
  ...['data.example.org:8080', '127.0.0.1.example.org', 'localhost.example.org', '192.168.0.1'].map(
    (host): [string, string] => [
      `http://${host}`,
      `http://${host} would send the key where others can read it. Use https://${host}.`,
    ],
  ),
] as const)('the address %s is refused: %s', ([typed, why]) => {
  expect(() => checkedTeamAddress(typed)).toThrow(
    expect.objectContaining({ code: 'wrong_usage', message: why }),
  );
});

it('lines come whole, however the bytes are cut; the rest after the last line break is left out', async () => {
  const bytes = Buffer.from('é\n\nzwölf Zeichen\n→\nrest');
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    expect(await allOf(textLines(Readable.from(pieces)))).toEqual(['é', '', 'zwölf Zeichen', '→']);
  }
  const half = Buffer.alloc(16 * 1024 * 1024, 'x');
  async function* long(end: string) {
    yield* [half, half, Buffer.from(end)];
  }
  expect((await allOf(textLines(long('\n')))).map(({ length }) => length)).toEqual([33_554_432]);
  await expect(allOf(textLines(long('x')))).rejects.toThrow('The team sent a line that does not end.');
});

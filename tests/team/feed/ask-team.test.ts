import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { expect, it } from 'vitest';
import type { Failure } from '../../../service/contract/failure.ts';
import { askTeam } from '../../../service/team/ask/index.ts';
import { makeCertificate, missingForCertificates } from '../../api/certificate.ts';
import { listening, temporaryFolder } from '../temporary.ts';

/** The question that a computer asks a team before it follows it. */

const KEY = 'alm_the_key_of_ana';
const ABOUT = { team: '01234567-89ab-4def-8123-456789abcdef', version: 57, role: 'read', key_name: 'ana' };

/** @returns the result of a question, or its failure, and the notes about the request. */
async function asked(address: string, key = KEY, answerMs?: number) {
  const notes: unknown[] = [];
  const ended: unknown = await askTeam({ address, key }, (line) => notes.push(line), answerMs).catch(
    ({ code, message }: Failure) => [code, message],
  );
  expect(JSON.stringify([ended, notes])).not.toContain(KEY);
  return { ended, notes };
}

it.for<[number, unknown]>([
  [200, ABOUT],
  [401, ['team_refused', expect.stringMatching(/^.*$/)]],
  [503, ['team_unreachable', expect.stringMatching(/^.*$/)]],
])(
  'a question that is answered with %i is noted without the key, and leaves no connection',
  async ([status, right]) => {
    const server = createServer((request, answer) => {
      expect(request.headers['x-api-key']).toBe(KEY);
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(ABOUT));
    });
    const address = `http://${await listening(server)}`;
    const { ended, notes } = await asked(address);
    expect(ended).toEqual(right);
    const about = { method: 'GET', url: `${address}/team/v1/about`, status, purpose: `Team · ${address}` };
    expect(notes).toEqual([expect.objectContaining(about)]);
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(0);
  },
);

it.for<[string, RequestListener]>([
  ['a page', (_, answer) => answer.setHeader('Content-Type', 'text/html').end('<h1>It works</h1>')],
  ['nothing at this path', (_, answer) => answer.writeHead(404).end()],
  ['another place, which is not asked', (_, answer) => answer.writeHead(302, { Location: '/x' }).end()],
])('an address that answers with %s has no team', async ([, answer]) => {
  const paths: unknown[] = [];
  const server = createServer((request, reply) => {
    paths.push(request.url);
    answer(request, reply);
  });
  const { ended } = await asked(`http://${await listening(server)}`);
  expect([ended, paths]).toEqual([['team_refused', expect.stringMatching(/^.*$/)], ['/team/v1/about']]);
});

it('the wait for a team ends after a while, and a malformed key never leaves this computer', async () => {
  const address = `http://${await listening(createServer(() => undefined))}`;
  const late = `The team at ${address} does not answer: it does not answer in time.`;
  expect(await asked(address, KEY, 50)).toMatchObject({
    ended: ['team_unreachable', late],
    notes: [{ status: null, problem: late }],
  });
  const wrong = await asked(address, 'two words');
  expect(wrong).toMatchObject({ ended: ['wrong_usage', expect.any(String)], notes: [] });
  expect((await asked('http://127.0.0.1:9')).ended).toMatchObject(['team_unreachable', expect.any(String)]);
});

it('does not send the key if the certificate is not trusted', async ({ skip }) => {
  const missing = missingForCertificates();
  skip(missing !== '', missing);
  let requests = 0;
  const { cert, key } = makeCertificate(temporaryFolder('certificate'), 'localhost');
  const tls = { cert: readFileSync(cert), key: readFileSync(key) };
  const address = `https://${await listening(createTlsServer(tls, () => void requests++))}`;
  expect((await asked(address)).ended).toMatchObject([
    'team_refused',
    expect.stringContaining('certificate'),
  ]);
  expect(requests).toBe(0);
});

import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../../service/contract/failure.ts';
import type { TeamAbout } from '../../../service/contract/team.ts';
import { askTeam } from '../../../service/team/ask/index.ts';
import { makeCertificate, missingForCertificates } from '../../api/certificate.ts';

/** What a computer asks a team before it follows it. */

const ABOUT: TeamAbout = {
  team: '01234567-89ab-4def-8123-456789abcdef',
  version: 57,
  role: 'read',
  key_name: 'ana',
};
const KEY = 'alm_the_key_of_ana';

async function listening(answer: RequestListener, tls?: { cert: Buffer; key: Buffer }): Promise<string> {
  const server = tls ? createTlsServer(tls, answer) : createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** @returns what became of a question, and the line that was noted of it. */
async function asked(address: string, answerMs?: number): Promise<{ failure: Failure; line: string }> {
  let line = '';
  const failure: unknown = await askTeam(
    { address, key: KEY },
    (sent) => {
      line = JSON.stringify(sent);
    },
    answerMs,
  ).catch((error: unknown) => error);
  if (!(failure instanceof Failure)) throw new Error('It was to be refused.');
  expect(failure.message + line).not.toContain(KEY);
  expect(line).toContain(`"purpose":"Team · ${address}"`);
  return { failure, line };
}

it('asks a team with the key in the header, and notes the request without it', async () => {
  let key: unknown;
  const address = await listening((request, response) => {
    key = request.headers['x-api-key'];
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(ABOUT));
  });
  const lines: unknown[] = [];
  expect(await askTeam({ address, key: KEY }, (line) => lines.push(line))).toEqual(ABOUT);
  expect(key).toBe(KEY);
  expect(lines).toMatchObject([{ method: 'GET', url: `${address}/team/v1/about`, status: 200 }]);
  expect(JSON.stringify(lines)).not.toContain(KEY);
});

it('says in one line that it is no team, refuses the key, is away, or takes too long', async () => {
  let elsewhere = 0;
  const other = await listening((_, response) => {
    elsewhere += 1;
    response.end();
  });
  const answers: Record<string, RequestListener> = {
    page: (_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>It works</h1>'),
    missing: (_, response) => response.writeHead(404).end(),
    key: (_, response) => response.writeHead(401).end('{}'),
    redirect: (_, response) => response.writeHead(302, { Location: other }).end(),
    down: (_, response) => response.writeHead(503).end(),
    silent: () => undefined,
  };
  const codes: Record<string, string> = {};
  for (const [name, answer] of Object.entries(answers)) {
    const { failure } = await asked(await listening(answer), name === 'silent' ? 50 : undefined);
    expect(failure.message).not.toContain('\n');
    codes[name] = failure.code;
  }
  expect(codes).toEqual({
    ...{ page: 'team_refused', missing: 'team_refused', key: 'team_refused', redirect: 'team_refused' },
    ...{ down: 'team_unreachable', silent: 'team_unreachable' },
  });
  expect(elsewhere).toBe(0);
  // Nobody listens at the port of a tunnel that is closed.
  expect((await asked('http://127.0.0.1:9')).failure.code).toBe('team_unreachable');
});

it('does not send the key where the certificate is not trusted', async ({ skip }) => {
  const missing = missingForCertificates();
  skip(missing !== '', missing);
  let requests = 0;
  const files = makeCertificate(mkdtempSync(path.join(tmpdir(), 'almanac-certificate-')), 'localhost');
  const address = await listening(
    (_, response) => {
      requests += 1;
      response.end();
    },
    { cert: readFileSync(files.cert), key: readFileSync(files.key) },
  );
  expect((await asked(address)).failure.message).toContain('certificate');
  expect(requests).toBe(0);
});

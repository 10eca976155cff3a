import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkedServing, followCertificate, type Serving } from '../../service/api/index.ts';
import { makeCertificate, missingForCertificates } from './certificate.ts';
import { BEARER, DEBT_PATH, fillFolder, startedService, temporaryFolder } from './folder.ts';

/** The service reached from other computers, over real sockets. */

const NAME = 'data.example.org';
const PUBLIC = `https://${NAME}`;

function running(serving: Serving) {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  return startedService(dataDir, { serving });
}

type Asked = { path?: string; headers?: Record<string, string>; from?: string; ca?: Buffer };

/** @returns status, headers and body of a request over a new connection. */
async function ask(port: number, { path = '/healthz', headers = {}, from, ca }: Asked = {}) {
  const shared = { host: '127.0.0.1', port, path, headers, agent: false } as const;
  const options = { ...shared, ...(from !== undefined && { localAddress: from }) };
  const asking = ca ? tlsRequest({ ...options, ca, servername: NAME }) : plainRequest(options);
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  let text = '';
  for await (const piece of answer) text += piece;
  return { status: answer.statusCode, headers: answer.headers, text };
}

describe('behind a proxy', () => {
  const serving = { host: '127.0.0.1', publicUrl: PUBLIC, proxies: ['127.0.0.1/32'] };

  it('connections that do not come from the proxy are refused, on any path', async () => {
    const { port } = await running(serving);
    expect((await ask(port, { headers: { host: NAME } })).status).toBe(200);
    for (const path of ['/healthz', '/readyz', '/docs', '/nope', '/%ZZ']) {
      const { status, text, headers } = await ask(port, { path, headers: { host: NAME }, from: '127.0.0.2' });
      expect([status, text, headers.connection], path).toEqual([403, '{"detail":"Forbidden"}', 'close']);
    }
  });

  it('the forwarded name must be the public one, like a Host', async () => {
    const { port } = await running(serving);
    const path = '/api/v1/catalog';
    const status = async (headers: Record<string, string>) => (await ask(port, { path, headers })).status;
    expect(await status({ host: NAME })).toBe(200);
    expect(await status({ host: `${NAME}:443` })).toBe(200);
    expect(await status({ host: NAME.toUpperCase() })).toBe(200);
    expect(await status({ host: `127.0.0.1:${port}` })).toBe(200);
    expect(await status({ host: '10.0.0.7:4780', 'x-forwarded-host': NAME })).toBe(200);
    expect(await status({ host: NAME, 'x-forwarded-host': 'evil.example' })).toBe(421);
    expect(await status({ host: 'evil.example' })).toBe(421);
    expect(await status({ host: `${NAME}:4780` })).toBe(421);
  });

  it('only a balancer’s probes need no Host', async () => {
    const { port } = await running(serving);
    for (const path of ['/healthz', '/readyz'])
      expect((await ask(port, { path, headers: { host: '10.0.0.7' } })).status).toBe(200);
    for (const path of ['/openapi.json', '/healthz/', '/readyz/x', '/healthz?x=1'])
      expect((await ask(port, { path, headers: { host: '10.0.0.7' } })).status, path).toBe(421);
  });

  it('pages of the public address may send requests, and pages of other origins may not', async () => {
    const { port } = await running(serving);
    const status = async (origin: string) =>
      (await ask(port, { headers: { host: NAME, origin, 'x-forwarded-proto': 'https' } })).status;
    expect(await status(PUBLIC)).toBe(200);
    expect(await status('https://evil.example')).toBe(403);
  });

  it('the log has the client that the proxy names, and the document the public address', async () => {
    const { port, logs } = await running(serving);
    await ask(port, { path: '/nope', headers: { host: NAME, 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } });
    expect(logs.at(-1)).toMatch(/GET \/nope 404 [\d.]+ ms from 203\.0\.113\.9$/);
    await ask(port, { path: '/nope', headers: { host: NAME, 'x-forwarded-for': 'x\\n203.0.113.9' } });
    expect(logs.at(-1)).toMatch(/GET \/nope 404 [\d.]+ ms( from 127\.0\.0\.1)?$/);
    const { text } = await ask(port, { path: '/openapi.json', headers: { host: NAME } });
    expect(JSON.parse(text).servers).toEqual([{ url: PUBLIC, description: 'This service' }]);
  });
});

it('forwarded headers are ignored without a proxy', async () => {
  const { port, logs } = await running({ host: '127.0.0.1', publicUrl: PUBLIC });
  const forwarded = { 'x-forwarded-host': NAME, 'x-forwarded-for': '203.0.113.9' };
  const { status } = await ask(port, { path: '/docs', headers: { host: 'evil.example', ...forwarded } });
  expect(status).toBe(421);
  expect(logs.at(-1)).not.toContain('203.0.113.9');
});

describe('with a certificate', () => {
  it('the service speaks TLS only, with the same answers, headers and Host check', async ({ skip }) => {
    const missing = missingForCertificates();
    skip(missing !== '', missing);
    const tls = makeCertificate(temporaryFolder(), NAME);
    const ca = readFileSync(tls.cert);
    const { port, url } = await running({ host: '127.0.0.1', publicUrl: PUBLIC, tls });
    expect(url).toBe(`https://127.0.0.1:${port}`);
    const headers = { host: NAME, ...BEARER };
    const found = await ask(port, { path: DEBT_PATH, headers, ca });
    expect([found.status, JSON.parse(found.text).status]).toEqual([200, 'OK']);
    expect(found.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    const evil = { host: 'evil.example' };
    expect((await ask(port, { path: '/docs', headers: evil, ca })).status).toBe(421);
    await expect(ask(port, { headers: { host: NAME } })).rejects.toThrow();
    const old = connect({ host: '127.0.0.1', port, ca, servername: NAME, maxVersion: 'TLSv1.1' });
    await expect(once(old, 'secureConnect')).rejects.toThrow();
  });

  it('the service takes a renewed certificate without a restart', async ({ skip }) => {
    const missing = missingForCertificates();
    skip(missing !== '', missing);
    const { createServer } = await import('node:https');
    const folder = temporaryFolder();
    const tls = makeCertificate(folder, NAME);
    const server = createServer({ cert: readFileSync(tls.cert), key: readFileSync(tls.key) });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const logs: string[] = [];
    onTestFinished(followCertificate(server, tls, (line) => logs.push(line), 20));
    const serial = async () => {
      const { port } = server.address() as { port: number };
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
      await once(socket, 'secureConnect');
      const { serialNumber } = socket.getPeerCertificate();
      socket.destroy();
      return serialNumber;
    };
    const before = await serial();
    makeCertificate(folder, NAME);
    await expect.poll(serial).not.toBe(before);
    expect(logs.at(-1)).toContain('was read again');
  });
});

describe('the options', () => {
  const none = { proxies: [] as string[] };

  it('by default the service is for this computer alone', () => {
    expect(checkedServing(none)).toBeUndefined();
  });

  it('valid options are kept, with the origin and the networks in one form', () => {
    expect(
      checkedServing({ host: '0.0.0.0', publicUrl: 'https://Data.example.org/', proxies: ['10.0.0.5'] }),
    ).toEqual({ host: '0.0.0.0', publicUrl: PUBLIC, proxies: ['10.0.0.5/32'] });
    expect(checkedServing({ publicUrl: PUBLIC, proxies: ['fd00::/8', '10.0.0.0/24'] })).toEqual({
      host: '127.0.0.1',
      publicUrl: PUBLIC,
      proxies: ['fd00::/8', '10.0.0.0/24'],
    });
  });

  const missing = join('no', 'such', 'file.pem');
  it.each([
    [{ host: '0.0.0.0' }, /--tls-cert and --tls-key, or --behind-proxy/],
    [{ host: '192.168.1.10', publicUrl: PUBLIC }, /must be encrypted/],
    [{ host: 'example.org', publicUrl: PUBLIC }, /--host is an address of this computer/],
    [{ host: '0.0.0.0', proxies: ['10.0.0.0/8'] }, /--public-url/],
    [{ proxies: ['10.0.0.0/8'] }, /--public-url/],
    [{ tlsCert: 'a' }, /--tls-key FILE/],
    [{ tlsKey: 'a' }, /--tls-cert FILE/],
    [{ tlsCert: missing, tlsKey: missing }, /--tls-cert no.* cannot be read \(ENOENT\)/],
    [{ tlsCert: import.meta.filename, tlsKey: import.meta.filename }, /not a certificate/],
    [{ publicUrl: 'http://data.example.org' }, /--public-url is scheme/],
    [{ publicUrl: 'data.example.org' }, /--public-url is scheme/],
    [{ publicUrl: `${PUBLIC}/path` }, /--public-url is scheme/],
    [{ publicUrl: 'https://ann:secret@example.org' }, /--public-url is scheme/],
    [{ publicUrl: PUBLIC, proxies: ['10.0.0.0/33'] }, /--behind-proxy is the network/],
    [{ publicUrl: PUBLIC, proxies: ['proxy.example'] }, /--behind-proxy is the network/],
    [{ publicUrl: PUBLIC, proxies: ['0.0.0.0/0'] }, /would believe everybody/],
    [{ publicUrl: PUBLIC, proxies: ['::/0'] }, /would believe everybody/],
  ])('%j are refused in one line', (words, message) => {
    expect(() => checkedServing({ ...none, ...words })).toThrow(
      expect.objectContaining({ code: 'wrong_usage', message: expect.stringMatching(message) }),
    );
    try {
      checkedServing({ ...none, ...words });
    } catch (error) {
      expect((error as Error).message).not.toMatch(/\n|secret/);
    }
  });
});

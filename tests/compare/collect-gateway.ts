import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { adapterOf, type HostAction } from './adapters.ts';
import { type Answer, type Asked, answerText, ask } from './ask.ts';
import { SERVICE_NOW } from './collect-api.ts';
import { collectPageExports, type Page } from './collect-page-exports.ts';
import type { Collection } from './collection.ts';
import type { Tree } from './tree.ts';

/** Asks the host in browser mode, as the page does and as it never would. */
const JSON_TYPE = { 'Content-Type': 'application/json' };
const LARGEST = 16_384;

export async function collectGateway(tree: Tree, collection: Collection, dataDir: string): Promise<void> {
  const host = await tree.browserMode(
    ['--data-dir', dataDir, '--service-port', '0', '--port', '0', '--no-sample'],
    SERVICE_NOW,
  );
  const { port } = host;
  const note = async (name: string, asked: Asked): Promise<Answer> => {
    const answer = await ask(port, asked);
    collection.note(`gateway/${name}`, await answerText(asked, answer));
    return answer;
  };
  try {
    const token = /#t=([\w-]+)/.exec(host.line)?.[1] ?? '';
    const bearer = await signIn(token, note);
    const signed = (asked: Asked): Asked => ({
      ...asked,
      headers: { Authorization: `Bearer ${bearer}`, ...asked.headers },
    });
    const page: Page = {
      port,
      collection,
      adapter: adapterOf(tree.root, dataDir, SERVICE_NOW),
      note,
      signed,
    };
    await ask(port, signed({ path: '/yields/series=US2Y?limit=1' }));
    for (const action of page.adapter.actions) await noteAction(page, action);
    await noteFiles(tree, page);
    await noteForwarded(page);
    await collectPageExports(page);
  } finally {
    await host.stop();
  }
}

/** @returns a bearer; notes what is said to wrong tokens and to one that is used. */
async function signIn(token: string, note: Page['note']): Promise<string> {
  const exchange = (body: string, more: Partial<Asked> = {}): Asked => ({
    path: '/auth/exchange',
    method: 'POST',
    headers: JSON_TYPE,
    body,
    ...more,
  });
  await note('sign-in/made up', exchange('{"token":"none"}'));
  await note('sign-in/too long', exchange(JSON.stringify({ token: 'x'.repeat(201) })));
  await note('sign-in/no JSON', exchange('token'));
  await note('sign-in/no type', exchange('{}', { headers: {} }));
  await note('sign-in/GET', { path: '/auth/exchange' });
  await note('sign-in/other path', { path: '/auth/other', method: 'POST' });
  await note(
    'sign-in/other origin',
    exchange('{}', { headers: { ...JSON_TYPE, Origin: 'https://example.org' } }),
  );
  const right = exchange(JSON.stringify({ token }));
  const answer = await note('sign-in/right', right);
  await note('sign-in/used', right);
  return (JSON.parse(answer.body.toString()) as { bearer: string }).bearer;
}

/** Requests that every action refuses, and those that its own bodies or addresses are answered. */
async function noteAction(
  { note, signed }: Page,
  { name, method, bodies = [], queries = [] }: HostAction,
): Promise<void> {
  const path = `/host/${name}`;
  const post = (body: string, headers: Asked['headers'] = JSON_TYPE): Asked =>
    signed({ path, method: 'POST', body, headers: headers ?? {} });
  const write = (what: string, asked: Asked): Promise<Answer> => note(`host/${name}/${what}`, asked);
  await write('not signed in', { path, method });
  await write('wrong bearer', { path, method, headers: { Authorization: 'Bearer wrong' } });
  await write('other origin', signed({ path, method, headers: { Origin: 'https://example.org' } }));
  await write('other host', signed({ path, method, headers: { Host: 'evil.example' } }));
  for (const other of ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE']) {
    if (other !== method || (method === 'POST' && name !== 'back-up' && bodies.length > 0))
      await write(`method ${other}`, signed({ path, method: other }));
  }
  if (method === 'POST' && (bodies.length > 0 || name.startsWith('export'))) {
    await write('no type', post('{}', {}));
    await write('text', post('{}', { 'Content-Type': 'text/plain' }));
    await write('no JSON', post('{"a":'));
    await write('a list', post('[]'));
    await write('a text', post('"x"'));
    await write('null', post('null'));
    await write('numbers', post('{"id":1,"path":1,"label":1,"upload":1,"client":1}'));
    await write('too large', post(JSON.stringify({ x: 'x'.repeat(LARGEST) })));
    await write('charset', post('[]', { 'Content-Type': 'application/json; charset=utf-8' }));
  }
  for (const [at, body] of bodies.entries()) await write(`body ${at}`, post(JSON.stringify(body)));
  if (method === 'GET' && queries.length === 0) await write('right', signed({ path }));
  for (const query of queries) await write(`query ${query}`, signed({ path: `${path}?${query}`, method }));
}

/** The page's own files: their headers, and the answers for missing files. */
async function noteFiles(tree: Tree, page: Page): Promise<void> {
  const { note } = page;
  const assets = path.join(tree.root, '.build/renderer/assets');
  const kinds = ['js', 'css', 'woff2', 'svg', 'map'];
  const names = existsSync(assets) ? readdirSync(assets).sort() : [];
  for (const kind of kinds) {
    const found = names.find((name) => name.endsWith(`.${kind}`));
    if (found) await noteHeaders(page, `files/asset of kind ${kind}`, `/assets/${found}`);
  }
  for (const where of [
    '/',
    '/index.html',
    '/explore',
    '/data',
    '/access',
    '/statement',
    '/nothing/here',
    '/icon.svg',
  ]) {
    await noteHeaders(page, `files${where === '/' ? '/root' : where}`, where);
  }
  for (const where of [
    '/assets/none.js',
    '/none.css',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%zz',
  ]) {
    await note(`files/wrong${where}`, { path: where });
  }
  for (const method of ['POST', 'PUT', 'OPTIONS'])
    await note(`files/method ${method}`, { path: '/', method });
  await note('files/of another origin', {
    path: '/',
    headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
  });
}

/** Length and hash of built files change with every build: only the other headers are compared. */
async function noteHeaders({ port, collection }: Page, name: string, path: string): Promise<void> {
  const asked = { path, method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } };
  const answer = await ask(port, asked);
  const { 'content-length': _, etag: __, ...headers } = answer.headers;
  collection.note(`gateway/${name}`, await answerText(asked, { ...answer, headers }));
}

/** Requests handed on to the service, with and without a sign-in, and one-use addresses. */
async function noteForwarded({ note, signed }: Page): Promise<void> {
  const data =
    '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-01-10';
  const paths = [
    data,
    `${data}&units=x`,
    '/yields/series=US2Y?limit=2',
    '/yields/series=NONE',
    '/constituents/series=IVV?limit=1',
    '/healthz',
    '/docs',
    '/api/v1/nothing',
    '/download/none',
  ];
  for (const one of paths) {
    await note(`forwarded/signed ${one}`, signed({ path: one }));
    await note(`forwarded/not signed ${one}`, { path: one });
    await note(`forwarded/wrong key ${one}`, { path: one, headers: { 'X-API-Key': 'wrong' } });
  }
  for (const method of ['POST', 'HEAD', 'OPTIONS'])
    await note(`forwarded/method ${method}`, signed({ path: data, method }));
  await note('forwarded/gzip', signed({ path: data, headers: { 'Accept-Encoding': 'gzip' } }));
  await note('forwarded/csv', signed({ path: data, headers: { Accept: 'text/csv' } }));
  const body = JSON.stringify({ path: `${data}&format=csv` });
  const ticket = await note(
    'forwarded/ticket',
    signed({ path: '/host/download', method: 'POST', headers: JSON_TYPE, body }),
  );
  const { url } = JSON.parse(ticket.body.toString()) as { url: string };
  await note('forwarded/ticket POST', { path: url, method: 'POST' });
  await note('forwarded/ticket taken', { path: url });
  await note('forwarded/ticket taken again', { path: url });
  for (const action of ['state', 'open', 'stop', 'none']) {
    await note(`control/${action}`, { path: `/control/${action}`, method: 'POST' });
    await note(`control/${action}, GET`, { path: `/control/${action}` });
  }
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';

/** Shared parts of all searches for secrets: the secret values, and the ways into a program. */

/** @returns a unique value for each kind of secret; its short parts do not look like a key. */
export function makeCanaries<Kind extends string>(kinds: readonly Kind[]) {
  const values = new Map<string, string>(
    kinds.map((kind) => [
      kind,
      `canary-${kind}-${[1, 2, 3].map(() => randomBytes(6).toString('hex')).join('-')}`,
    ]),
  );
  return { values, of: (kind: Kind): string => values.get(kind) ?? '' };
}

/** @returns an environment in which all default folders of a program are inside `box`. */
export function homesIn(box: string): Record<string, string> {
  const names =
    'HOME TMPDIR XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR'.split(' ');
  return Object.fromEntries(
    names.map((name) => {
      const folder = path.join(box, name.toLowerCase());
      mkdirSync(folder, { mode: 0o700 });
      return [name, folder];
    }),
  );
}

export type EchoingPublisher = { address: string; bodies: readonly string[]; stop(): void };

/**
 * A publisher that, like some real ones, repeats the request and the key in its answer. The answer is a
 * success, because the text of a refusal is never quoted.
 */
export async function startEchoingPublisher(): Promise<EchoingPublisher> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    const [, alone = 'nobody'] = /"registrationkey":"([^"]*)"/.exec(body) ?? [];
    const message = [`The key in ${body} is not valid.`, `Who is ${alone}?`];
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ status: 'REQUEST_SUCCEEDED', message, Results: { series: [] } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    stop: () => server.close(),
  };
}

/** Sends bytes that are not a proper request. @returns the answer. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk.toString();
  });
  // A server may reset the connection after bytes that it does not understand.
  socket.on('error', () => undefined);
  socket.end(text);
  await once(socket, 'close');
  return said;
}

export const DATA =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-03-01';
/** A path that was not requested before, so no cache has its answer. */
export const OTHER_DATA =
  '/api/v1/economic-data/ui_weekly_claims?series=initial_claims_sa&date_from=1990-01-01&date_to=2024-03-01';

/** Options that both a page and Node's `fetch` accept. */
export type Way = { method?: string; headers?: Record<string, string>; body?: string };
export type WrongPlace = 'Query' | 'Token' | 'Path' | 'Bearer' | 'Header' | 'Body';

/** @param key a valid key @returns requests with a key in every place where people may put one by mistake */
export function wrongRequests(
  of: (kind: WrongPlace) => string,
  key: string,
): { target: string; init: Way }[] {
  const targets = [
    `${DATA}&api_key=${of('Query')}`,
    `${DATA}&api_key=alm_${of('Query')}&series=%zz`,
    `${DATA}&token_id=${of('Token')}`,
    `/yields/series=${of('Path')}?api_key=${key}`,
    `/api/v1/economic-data/alm_${of('Path')}`,
    `/docs/${encodeURIComponent(`alm_${of('Path')}`)}?key=${of('Query')}`,
    `/host/state?token=${of('Token')}`,
    `/host/key-calls?id=alm_${of('Path')}`,
    `/download/${of('Token')}`,
  ];
  const ways: Way[] = [
    {},
    { headers: { 'X-API-Key': of('Header') } },
    { headers: { Authorization: `Bearer ${of('Bearer')}`, Cookie: `a=${of('Header')}` } },
    { method: 'POST', body: `{"key":"${of('Body')}"` },
  ];
  return targets.flatMap((target) => ways.map((init) => ({ target, init })));
}

import type { TryAnswer, TryRequest } from '../../service/contract/access.ts';
import { Failure } from '../../service/contract/failure.ts';
import { APP_NAME, ASSISTANTS_PATH, KEY_HEADER } from '../../service/contract/names.ts';
import {
  type AccessParts,
  copyKey,
  createKey,
  listKeys,
  publisherKeys,
  revokeKey,
  setPublisherKey,
} from '../access/index.ts';
import type { Supervisor } from '../supervisor/index.ts';
import type { Vault } from '../vault/types.ts';
import type { ForwardOptions } from './forward.ts';
import type { HostHandlers } from './host-route.ts';
import { routeOf } from './route.ts';

export type AccessActionsOptions = {
  supervisor: Pick<Supervisor, 'status' | 'call'>;
  vault: Vault;
  version: string;
  fetch: ForwardOptions['fetch'];
  /** Program and arguments of `almanac mcp`; null where this installation has no command line. */
  assistantCommand?: (() => string[] | null) | undefined;
};

/** Actions for API keys of other tools, the user's keys of publishers, and the vault. */
export function accessHandlers(options: AccessActionsOptions) {
  const { vault } = options;
  const parts = { call: options.supervisor.call, vault };
  return {
    keys: () => listKeys(parts),
    'create-key': ({ body }) => createKey(parts, body),
    'revoke-key': ({ body }) => revokeKey(parts, body.id),
    'copy-key': ({ body }) => copyKey(parts, body.id),
    vault: () => vault.state(),
    'choose-vault': ({ body }) => vault.choose(body),
    'publisher-keys': () => publisherKeys(vault),
    'set-publisher-key': ({ body }) => setPublisherKey(vault, body),
    'assistant-command': () => ({ command: options.assistantCommand?.() ?? null }),
    try: ({ body, request }) => tryRequest(body, { ...options, signal: request.signal }),
  } satisfies Partial<HostHandlers>;
}

type TryOptions = {
  supervisor: Pick<Supervisor, 'status' | 'call'>;
  vault: AccessParts['vault'];
  version: string;
  fetch: ForwardOptions['fetch'];
  signal: AbortSignal;
};

const BODY_BYTES = 64 * 1024;

/** What an assistant asks first: which tools there are. */
const FIRST_QUESTION = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/**
 * Asks the public API as another tool would: a GET to the service's own port (at `/mcp` an assistant's first question), with a key
 * from the vault in the header if the request names one. So it counts against the limits of that key and is listed among its requests.
 * @throws Failure 'wrong_usage' for a path that is not the API's, 'unknown_key', 'vault', and 'cancelled' where the service has gone.
 */
export async function tryRequest({ path, id }: TryRequest, options: TryOptions): Promise<TryAnswer> {
  const target = apiTarget(path);
  const key = id === undefined ? undefined : await keyOf(id, options);
  const { port } = options.supervisor.status();
  const began = performance.now();
  try {
    const isAssistant = target === ASSISTANTS_PATH;
    const answer = await options.fetch(`http://127.0.0.1:${port}${target}`, {
      ...(isAssistant && { method: 'POST', body: FIRST_QUESTION }),
      headers: {
        Accept: isAssistant ? 'application/json, text/event-stream' : '*/*',
        ...(isAssistant && { 'Content-Type': 'application/json' }),
        'Accept-Encoding': 'identity',
        'User-Agent': `${APP_NAME}/${options.version} (try it)`,
        ...(key === undefined ? {} : { [KEY_HEADER]: key }),
      },
      signal: options.signal,
      cache: 'no-store',
      redirect: 'manual',
    });
    const { text, bytes } = await readBeginning(answer);
    return {
      status: answer.status,
      took_ms: Math.round((performance.now() - began) * 10) / 10,
      bytes,
      headers: [...answer.headers],
      body: text,
      is_cut: bytes > BODY_BYTES,
    };
  } catch (error) {
    if (options.signal.aborted) throw error;
    // Node's fetch and Electron's have different errors for a port on which nobody listens and for an answer that broke off.
    throw new Failure('cancelled', 'The data service went away before it had answered.');
  }
}

async function keyOf(id: string, { supervisor, vault }: TryOptions): Promise<string> {
  return (await copyKey({ call: supervisor.call, vault }, id)).key;
}

/** @returns path and query. */
function apiTarget(path: string): string {
  if (path === ASSISTANTS_PATH) return path;
  const target = URL.parse(path, 'http://service');
  const route = target && routeOf(target.pathname);
  if (!path.startsWith('/') || target?.host !== 'service' || (route !== 'data' && route !== 'discovery')) {
    throw new Failure(
      'wrong_usage',
      'path must be one of the API, such as /api/v1/economic-data/us_debt?… or /yields/series=US10Y.',
    );
  }
  if (target.searchParams.has('api_key')) {
    throw new Failure('wrong_usage', 'path must hold no api_key: the chosen key is sent in the header.');
  }
  return target.pathname + target.search;
}

/** Reads the whole body, so that its length and time are right, and returns its beginning. */
async function readBeginning(answer: Response): Promise<{ text: string; bytes: number }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    const room = Math.max(0, BODY_BYTES - bytes);
    // A character that is cut in the middle is left out.
    if (room > 0) text += decoder.decode(chunk.subarray(0, room), { stream: true });
    bytes += chunk.byteLength;
  }
  return { text: bytes > BODY_BYTES ? text : text + decoder.decode(), bytes };
}

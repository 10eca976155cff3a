import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { EndpointHandlers } from '../api/index.ts';
import type { Calls } from '../calls/index.ts';
import type {
  ApiKeyLine,
  ApiKeys,
  CopiedKey,
  CreatedKey,
  CreateKeyRequest,
  RevokedKey,
  ServiceKeyLine,
  TryAnswer,
  TryRequest,
} from '../contract/access.ts';
import { Failure } from '../contract/failure.ts';
import { APP_NAME, ASSISTANTS_PATH, KEY_HEADER } from '../contract/names.ts';
import { targetOf } from '../page/index.ts';
import { dataFolder } from '../process/data-folder.ts';
import { almanacVersion } from '../process/version.ts';
import type { SecretName, Vault } from '../vault/index.ts';
import { publisherKeys, setPublisherKey } from './publisher-keys.ts';

export type AccessParts = ApiKeyParts & { dataDir: string; apiUrl: string; vault: Vault };

/** Actions for API keys of other tools, the user's keys of publishers, and the vault that holds them. */
export function accessHandlers(parts: AccessParts) {
  const { vault, keys } = parts;
  return {
    keys: () => listKeys(parts),
    'key-calls': ({ id }) => keys.recent(id),
    'create-key': (asked) => createKey(parts, asked),
    'revoke-key': ({ id }) => revokeKey(parts, id),
    'copy-key': ({ id }) => copyKey(parts, id),
    vault: () => vault.state(),
    'choose-vault': (asked) => vault.choose(asked),
    'publisher-keys': () => publisherKeys(vault),
    'set-publisher-key': (asked) => setPublisherKey(vault, asked),
    'assistant-command': async () => ({ command: assistantCommand(parts.dataDir) }),
    try: (asked, { signal }) => tryRequest(asked, parts, signal),
  } satisfies Partial<EndpointHandlers>;
}

const BODY_BYTES = 64 * 1024;

/** What an assistant asks first: which tools there are. */
const FIRST_QUESTION = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/**
 * Asks the public API as another tool would: a GET to the API's own port (at `/mcp` an assistant's first question), with a key from the
 * vault in the header if the request names one. So it counts against the limits of that key and is listed among its requests.
 * @throws Failure 'wrong_usage' for a path that is not the API's, 'unknown_key', 'vault'.
 */
export async function tryRequest(
  { path, id }: TryRequest,
  parts: ApiKeyParts & { apiUrl: string },
  signal: AbortSignal,
): Promise<TryAnswer> {
  const target = apiTarget(path);
  const key = id === undefined ? undefined : (await copyKey(parts, id)).key;
  const isAssistant = target === ASSISTANTS_PATH;
  const began = performance.now();
  const answer = await fetch(parts.apiUrl + target, {
    ...(isAssistant && { method: 'POST', body: FIRST_QUESTION }),
    headers: {
      Accept: isAssistant ? 'application/json, text/event-stream' : '*/*',
      ...(isAssistant && { 'Content-Type': 'application/json' }),
      'Accept-Encoding': 'identity',
      'User-Agent': `${APP_NAME}/${almanacVersion()} (try it)`,
      ...(key === undefined ? {} : { [KEY_HEADER]: key }),
    },
    signal,
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
}

/** @returns path and query. */
function apiTarget(path: string): string {
  if (path === ASSISTANTS_PATH) return path;
  const target = targetOf(path, ['data', 'public']);
  if (target === undefined) {
    throw new Failure(
      'wrong_usage',
      'path must be one of the API, such as /api/v1/economic-data/us_debt?… or /yields/series=US10Y.',
    );
  }
  if (/[?&]api_key=/.test(target)) {
    throw new Failure('wrong_usage', 'path must hold no api_key: the chosen key is sent in the header.');
  }
  return target;
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

/** From the folder of the project: what starts its command line. */
const LAUNCHER = 'electron/launch/launch.mjs';

/**
 * The command by which an assistant starts `almanac mcp` on this installation, with whole paths: an assistant has a folder and a PATH of
 * its own. It works the same for the window and the browser.
 * @param dataDir that the app runs on; it is named where it is not the one that every start takes.
 * @param from a folder within the project or the packaged app.
 * @returns program and arguments; null in a packaged app, which has no command line.
 */
export function assistantCommand(dataDir: string, from: string = import.meta.dirname): string[] | null {
  const launcher = launcherAbove(from);
  if (launcher === undefined) return null;
  const { ALMANAC_DATA_DIR: _, ...environment } = process.env;
  const surroundings = { platform: process.platform, environment, home: homedir() };
  const isUsual = dataDir === dataFolder(undefined, surroundings);
  return [nodeProgram(), launcher, 'almanac', 'mcp', ...(isUsual ? [] : ['--data-dir', dataDir])];
}

function launcherAbove(folder: string): string | undefined {
  const file = path.join(folder, LAUNCHER);
  if (existsSync(file)) return file;
  const above = path.dirname(folder);
  return above === folder ? undefined : launcherAbove(above);
}

/** In Electron, whose program is no Node, the one of the npm that started it. The launcher takes any from version 20 on. */
function nodeProgram(): string {
  return process.versions.electron === undefined
    ? process.execPath
    : (process.env.npm_node_execpath ?? 'node');
}

/** `keys` makes, lists and revokes keys; `vault` keeps copies of them. */
export type ApiKeyParts = { keys: Calls['keys']; vault: Vault };

/** @returns all keys with their use, and whether a copy of each should be in the vault. */
export async function listKeys({ keys: held, vault }: ApiKeyParts): Promise<ApiKeys> {
  const [{ keys, limits }, kept, state] = await Promise.all([held.list(), keptIds(vault), vault.state()]);
  return { keys: keys.map((line) => hostLine(line, kept.has(line.id))), limits, vault: state };
}

/**
 * Makes a key and keeps a copy of it in the vault. If the vault refuses, the key is still good, but this answer is the only one that
 * shows it. @throws Failure 'wrong_usage' for a bad label; any other error after the key was revoked.
 */
export async function createKey(parts: ApiKeyParts, request: CreateKeyRequest): Promise<CreatedKey> {
  const { keys, vault } = parts;
  const { line, key } = await keys.create(request);
  try {
    await vault.write(secretOf(line.id), key);
    await removeRevokedCopies(parts);
    const { kept_in } = await vault.state();
    return { line: hostLine(line, true), key, kept: kept_in, message: null };
  } catch (error) {
    if (!(error instanceof Failure)) {
      // A bug: nobody will see this key, so nobody must be able to use it.
      await keys.revoke(line.id);
      throw error;
    }
    return { line: hostLine(line, false), key, kept: null, message: error.message };
  }
}

/** Revokes a key, then removes its copy. @throws Failure 'unknown_key'. Revoking again is no error, and tries the removal again. */
export async function revokeKey(parts: ApiKeyParts, id: string): Promise<RevokedKey> {
  const line = await parts.keys.revoke(id);
  return { line: hostLine(line, false), message: await removeRevokedCopies(parts, id) };
}

/**
 * Removes the copies of all revoked keys, also of keys that were revoked on the command line or while the vault was locked. A copy
 * that cannot be removed now is tried again at the next change. @returns why the copy of `id` is still there, if it is.
 */
async function removeRevokedCopies({ keys: held, vault }: ApiKeyParts, id?: string): Promise<string | null> {
  let message: string | null = null;
  try {
    const kept = await keptIds(vault);
    const { keys } = await held.list();
    for (const line of keys.filter(({ revoked_at }) => revoked_at !== null)) {
      if (!kept.has(line.id)) continue;
      const said = await removeCopy(vault, line.id);
      if (line.id === id) message = said;
    }
  } catch (error) {
    message = failureSentence(error);
  }
  return message;
}

async function removeCopy(vault: Vault, id: string): Promise<string | null> {
  try {
    await vault.remove(secretOf(id));
    return null;
  } catch (error) {
    return failureSentence(error);
  }
}

/**
 * @returns the copy of a key that is not revoked. @throws Failure 'unknown_key'; 'vault' with the reason why there is no copy.
 */
export async function copyKey({ keys: held, vault }: ApiKeyParts, id: string): Promise<CopiedKey> {
  const { keys } = await held.list();
  const line = keys.find((one) => one.id === id);
  if (!line) throw new Failure('unknown_key', 'There is no such key: the list may be older than a change.');
  if (line.revoked_at !== null) throw new Failure('vault', `The key ‘${line.label}’ is revoked.`);
  if (!(await keptIds(vault)).has(id)) {
    throw new Failure(
      'vault',
      `No copy of the key ‘${line.label}’ was kept. Make a new key, and revoke this one when nothing uses it.`,
    );
  }
  return { key: await vault.read(secretOf(id)) };
}

async function keptIds(vault: Vault): Promise<ReadonlySet<string>> {
  const names = (await vault.names()).map(({ name }) => name);
  return new Set(names.flatMap((name) => (name.kind === 'api-key' ? [name.id] : [])));
}

function secretOf(id: string): SecretName {
  return { kind: 'api-key', id };
}

function hostLine(line: ServiceKeyLine, isInVault: boolean): ApiKeyLine {
  return { ...line, is_kept: isInVault && line.revoked_at === null };
}

/** @throws any error that is not a Failure. */
function failureSentence(error: unknown): string {
  if (error instanceof Failure) return error.message;
  throw error;
}

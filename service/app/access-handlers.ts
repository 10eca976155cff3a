import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { EndpointHandlers } from '../api/index.ts';
import type { Calls } from '../calls/index.ts';
import {
  type ApiKeyLine,
  type ApiKeys,
  type CopiedKey,
  type CreatedKey,
  type CreateKeyRequest,
  PUBLISHERS_WITH_KEYS,
  type PublisherKey,
  type PublisherKeys,
  type PublisherSecrets,
  type PublisherWithKey,
  type RevokedKey,
  type ServiceKeyLine,
  type SetPublisherKeyRequest,
  type TryAnswer,
  type TryRequest,
} from '../contract/access.ts';
import { Failure, stackOf } from '../contract/failure.ts';
import { APP_NAME, ASSISTANTS_PATH, KEY_HEADER } from '../contract/names.ts';
import { keyUse } from '../datasets/index.ts';
import { dataFolder } from '../process/data-folder.ts';
import { targetOf } from '../process/path-kind.ts';
import type { PublisherKeySource } from '../process/publisher-keys.ts';
import { almanacVersion } from '../process/version.ts';
import type { SecretName, Vault } from '../vault/index.ts';

export type AccessParts = ApiKeyParts & { dataDir: string; apiUrl: () => string; vault: Vault };

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

/** An assistant's first request: which tools there are. */
const FIRST_QUESTION = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/**
 * Sends a request to the API's own port like another tool, so that it counts; to `/mcp`, an assistant's first
 * request. @throws Failure 'wrong_usage' for a path outside the API, 'unknown_key', 'vault'.
 */
export async function tryRequest(
  { path, id }: TryRequest,
  parts: ApiKeyParts & { apiUrl: () => string },
  signal: AbortSignal,
): Promise<TryAnswer> {
  const target = apiTarget(path);
  const key = id === undefined ? undefined : (await copyKey(parts, id)).key;
  const isAssistant = target === ASSISTANTS_PATH;
  const began = performance.now();
  const answer = await fetch(parts.apiUrl() + target, {
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
    // Leaves out a character that is cut in the middle.
    if (room > 0) text += decoder.decode(chunk.subarray(0, room), { stream: true });
    bytes += chunk.byteLength;
  }
  return { text: bytes > BODY_BYTES ? text : text + decoder.decode(), bytes };
}

/** Path, below the project's folder, of the program that starts its command line. */
const LAUNCHER = 'electron/launch/launch.mjs';

/** @returns the command of `almanac mcp` for an assistant; null in a packaged app, which has none. */
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

/** @returns Node's program; in Electron, the Node of the npm that started it (20 or newer will do). */
function nodeProgram(): string {
  return process.versions.electron === undefined
    ? process.execPath
    : (process.env.npm_node_execpath ?? 'node');
}

export type ApiKeyParts = { keys: Calls['keys']; vault: Vault };

export async function listKeys({ keys: held, vault }: ApiKeyParts): Promise<ApiKeys> {
  const [{ keys, limits }, kept, state] = await Promise.all([held.list(), keptIds(vault), vault.state()]);
  return { keys: keys.map((line) => apiKeyLine(line, kept.has(line.id))), limits, vault: state };
}

/** Makes a key, with a copy in the vault if that is possible. @throws Failure 'wrong_usage'. */
export async function createKey(parts: ApiKeyParts, request: CreateKeyRequest): Promise<CreatedKey> {
  const { keys, vault } = parts;
  const { line, key } = await keys.create(request);
  try {
    await vault.write(secretOf(line.id), key);
    await removeRevokedCopies(parts);
    const { kept_in } = await vault.state();
    return { line: apiKeyLine(line, true), key, kept: kept_in, message: null };
  } catch (error) {
    if (!(error instanceof Failure)) {
      // A bug: nobody will see this key, so nobody must be able to use it.
      await keys.revoke(line.id);
      throw error;
    }
    return { line: apiKeyLine(line, false), key, kept: null, message: error.message };
  }
}

/** Revokes a key and removes its copy; repeating it retries the removal. @throws Failure 'unknown_key'. */
export async function revokeKey(parts: ApiKeyParts, id: string): Promise<RevokedKey> {
  const line = await parts.keys.revoke(id);
  return { line: apiKeyLine(line, false), message: await removeRevokedCopies(parts, id) };
}

/** Removes the copies of all revoked keys. @returns why the copy of `id` is still there, or null. */
async function removeRevokedCopies({ keys: held, vault }: ApiKeyParts, id?: string): Promise<string | null> {
  let message: string | null = null;
  try {
    const kept = await keptIds(vault);
    const { keys } = await held.list();
    for (const line of keys.filter(({ revoked_at }) => revoked_at !== null)) {
      if (!kept.has(line.id)) continue;
      const reason = await removeCopy(vault, line.id);
      if (line.id === id) message = reason;
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

/** @throws Failure 'unknown_key'; 'vault', which says why there is no copy. */
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

function apiKeyLine(line: ServiceKeyLine, isInVault: boolean): ApiKeyLine {
  return { ...line, is_kept: isInVault && line.revoked_at === null };
}

function failureSentence(error: unknown): string {
  if (error instanceof Failure) return error.message;
  throw error;
}

export async function publisherKeys(vault: Vault): Promise<PublisherKeys> {
  const keys: PublisherKey[] = [];
  for (const publisher of PUBLISHERS_WITH_KEYS) keys.push(await lookAt(vault, publisher));
  return { keys, vault: await vault.state() };
}

/** Keeps a publisher's key, or removes it if none is given. @throws Failure 'wrong_usage', 'vault'. */
export async function setPublisherKey(
  vault: Vault,
  { publisher, key, even_if_lost }: SetPublisherKeyRequest,
): Promise<PublisherKeys> {
  const name = publisherSecret(publisher);
  const word = { evenIfLost: even_if_lost ?? false };
  if (key === undefined) await vault.remove(name, word);
  else {
    const text = key.trim();
    // Printable ASCII without blanks: all that keys consist of, and safe in any request.
    if (!/^[!-~]+$/.test(text)) {
      throw new Failure('wrong_usage', `A key of ${publisher} is one word of letters, digits and signs.`);
    }
    await vault.write(name, text, word);
  }
  return publisherKeys(vault);
}

/** @returns a source that reads the user's keys from the vault before a refresh that can send them. */
export function vaultKeys(vault: Vault, log: (line: string) => void): PublisherKeySource {
  return async (publishers) => {
    const keys: { -readonly [Publisher in keyof PublisherSecrets]: PublisherSecrets[Publisher] } = {};
    const notes: string[] = [];
    for (const publisher of publishers) {
      try {
        const look = await vault.look(publisherSecret(publisher));
        if (look.state === 'absent') continue;
        if (look.state === 'lost') notes.push(noteWithoutKey(publisher, look.message));
        else keys[publisher] = await vault.read(publisherSecret(publisher));
      } catch (error) {
        if (!(error instanceof Failure)) {
          log(stackOf(error));
        }
        notes.push(noteWithoutKey(publisher, error instanceof Failure ? error.message : 'The log says why.'));
      }
    }
    return { keys, notes };
  };
}

function noteWithoutKey(publisher: string, reason: string): string {
  return `${publisher} was asked without your key. ${reason}`;
}

function publisherSecret(publisher: string): SecretName {
  return { kind: 'publisher', publisher };
}

async function lookAt(vault: Vault, publisher: PublisherWithKey): Promise<PublisherKey> {
  const look = await vault.look(publisherSecret(publisher));
  const isSet = look.state === 'present' || look.state === 'lost';
  return {
    publisher,
    state: look.state,
    last4: look.state === 'absent' ? null : look.last4,
    set_at: isSet ? look.setAt : null,
    used_for: keyUse(publisher),
  };
}

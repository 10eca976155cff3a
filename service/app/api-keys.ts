import type { Calls } from '../calls/index.ts';
import type {
  ApiKeyLine,
  ApiKeys,
  CopiedKey,
  CreatedKey,
  CreateKeyRequest,
  RevokedKey,
  ServiceKeyLine,
} from '../contract/access.ts';
import { Failure } from '../contract/failure.ts';
import type { SecretName, Vault } from '../vault/index.ts';

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

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type Static, Type } from 'typebox';
import Value from 'typebox/value';
import type { VaultState } from '../contract/access.ts';
import { Failure } from '../contract/failure.ts';
import type { KeychainAnswer, KeychainRequest } from '../contract/service-channel.ts';
import { readPrivateFile, writePrivateFile } from './secret-index.ts';

/** Passes a request to the shell, which has the keychain. Never rejects. `mayPrompt`: a prompt is allowed. */
export type AskShell = (request: KeychainRequest, mayPrompt: boolean) => Promise<KeychainAnswer>;

/** A place that stores secrets by account. Every function throws Failure 'vault' if it cannot be reached. */
export type SecretStore = {
  /** @returns null if the place has no secret of this account */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
};

/** Stores secrets in the shell's memory until the app ends, because the service may be restarted. */
export function createSessionStore(askShell: AskShell): SecretStore {
  const place = 'memory';
  async function ask(request: KeychainRequest): Promise<string | null> {
    const answer = await askShell(request, false);
    if (answer.t === 'done') return answer.value;
    throw new Failure('vault', 'The keys in memory cannot be reached, because Almanac is ending.');
  }
  return {
    get: (account) => ask({ act: 'read', place, account }),
    set: async (account, secret) => void (await ask({ act: 'write', place, account, secret })),
    delete: async (account) => void (await ask({ act: 'remove', place, account })),
  };
}

/** Writes, reads back and compares. @throws Failure 'vault' if that fails, after restoring the old secret. */
export async function keepSurely(store: SecretStore, account: string, secret: string): Promise<void> {
  const before = await store.get(account);
  try {
    await store.set(account, secret);
    const found = await store.get(account);
    if (found === null || !isSameSecret(found, secret)) {
      throw new Failure(
        'vault',
        'The key was written, but another one was read back, so it is not kept there.',
      );
    }
  } catch (error) {
    await putBack(store, account, before);
    throw error;
  }
}

/** @param before the earlier secret; null if there was none */
export async function putBack(store: SecretStore, account: string, before: string | null): Promise<void> {
  try {
    await (before === null ? store.delete(account) : store.set(account, before));
  } catch (error) {
    // Report only the first failure: a failure to restore adds nothing.
    if (!(error instanceof Failure)) throw error;
  }
}

export type FileStore = SecretStore & {
  state(): Promise<VaultState['file']>;
  /** Creates the file, or opens the existing one. @throws Failure 'vault' if the passphrase is wrong. */
  create(passphrase: string): Promise<void>;
  /** @throws Failure 'vault' if there is no file, or the passphrase is wrong. */
  open(passphrase: string): Promise<void>;
  /** Replaces the file by an empty one. Copy the old file first. @throws Failure 'vault' */
  replace(passphrase: string): Promise<void>;
};

const Secrets = Type.Record(Type.String(), Type.String());

/** The account of the file's key in the session store. */
const SEALING_KEY = 'sealing-key';

/**
 * Secrets in one file under a passphrase. The key derived from it stays in the session, so that it is asked
 * for once. The file is read at each use, because it may have changed.
 */
export function createFileStore(file: string, session: SecretStore): FileStore {
  async function keyOfSession(): Promise<SealingKey | undefined> {
    const text = await session.get(SEALING_KEY);
    return text === null ? undefined : sealingKeyOf(text);
  }

  async function state(): Promise<VaultState['file']> {
    const text = await readPrivateFile(file);
    if (text === undefined) return 'none';
    return (await session.get(SEALING_KEY)) === null ? 'locked' : 'open';
  }

  async function read(): Promise<{ key: SealingKey; secrets: Record<string, string> }> {
    const text = await readPrivateFile(file);
    if (text === undefined) throw new Failure('vault', `The file of keys is not there: ${file}.`);
    const key = await keyOfSession();
    if (key === undefined) {
      throw new Failure('vault', 'The file of keys is locked. Open it with its passphrase.');
    }
    return { key, secrets: secretsIn(unseal(key, text)) };
  }

  async function open(passphrase: string): Promise<void> {
    const text = await readPrivateFile(file);
    if (text === undefined) throw new Failure('vault', `There is no file of keys to open: ${file}.`);
    const derived = await deriveSealingKey(passphrase, saltOf(text));
    secretsIn(unseal(derived, text));
    await session.set(SEALING_KEY, textOfKey(derived));
  }

  async function replace(passphrase: string): Promise<void> {
    const made = await deriveSealingKey(passphrase, newSalt());
    await writePrivateFile(file, seal(made, JSON.stringify({})));
    await session.set(SEALING_KEY, textOfKey(made));
  }

  return {
    state,
    open,
    replace,
    create: async (passphrase) => ((await state()) === 'none' ? replace(passphrase) : open(passphrase)),
    async get(account) {
      const { secrets } = await read();
      return Object.hasOwn(secrets, account) ? (secrets[account] ?? null) : null;
    },
    async set(account, secret) {
      const opened = await read();
      await writePrivateFile(
        file,
        seal(opened.key, JSON.stringify({ ...opened.secrets, [account]: secret })),
      );
    },
    async delete(account) {
      const opened = await read();
      const { [account]: _, ...others } = opened.secrets;
      await writePrivateFile(file, seal(opened.key, JSON.stringify(others)));
    },
  };
}

function secretsIn(text: string): Record<string, string> {
  const found: unknown = JSON.parse(text);
  if (!Value.Check(Secrets, found)) throw new Failure('vault', 'The file of keys holds something else.');
  return found;
}

/** Takes the same time wherever the two texts differ. */
function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * A text sealed with a passphrase: scrypt (RFC 7914) derives a key, AES-256-GCM (NIST SP 800-38D) seals.
 * As JSON, a person can see what the file is. A wrong `digest` means damage, a wrong `check` a wrong
 * passphrase. If both are right and the text does not open, it was forged.
 */
const Sealed = Type.Object({
  format: Type.Literal('almanac-sealed-keys'),
  version: Type.Literal(1),
  /** N=2^17, r=8, p=1: 128 MiB and about half a second for each guess. */
  kdf: Type.Literal('scrypt-17-8-1'),
  salt: Type.String(),
  /** HMAC-SHA256 of the head with the second half of the derived bytes. */
  check: Type.String(),
  nonce: Type.String(),
  sealed: Type.String(),
  tag: Type.String(),
  /** SHA-256 of all fields above. */
  digest: Type.String(),
});
type Sealed = Static<typeof Sealed>;

export type SealingKey = { salt: string; cipherKey: Buffer; checkKey: Buffer };

const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);
const ENCODING = 'base64url';

export function newSalt(): string {
  return randomBytes(16).toString(ENCODING);
}

/** Takes about half a second, in the thread pool. @param passphrase in any Unicode form */
export async function deriveSealingKey(passphrase: string, salt: string): Promise<SealingKey> {
  const bytes = await derive(passphrase.normalize('NFKC'), Buffer.from(salt, ENCODING), 64, COST);
  return { salt, cipherKey: bytes.subarray(0, 32), checkKey: bytes.subarray(32) };
}

/** @returns the key as a text for `sealingKeyOf`. */
function textOfKey({ salt, cipherKey, checkKey }: SealingKey): string {
  return [salt, cipherKey.toString(ENCODING), checkKey.toString(ENCODING)].join(' ');
}

function sealingKeyOf(text: string): SealingKey {
  const [salt = '', cipherKey = '', checkKey = ''] = text.split(' ');
  return { salt, cipherKey: Buffer.from(cipherKey, ENCODING), checkKey: Buffer.from(checkKey, ENCODING) };
}

/** @returns the text of the file, with a new nonce each time */
export function seal(key: SealingKey, text: string): string {
  const head = headOf(key.salt);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.cipherKey, nonce).setAAD(head.bytes);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const whole = {
    ...head.fields,
    check: checkOf(key).toString(ENCODING),
    nonce: nonce.toString(ENCODING),
    sealed: sealed.toString(ENCODING),
    tag: cipher.getAuthTag().toString(ENCODING),
  };
  return `${JSON.stringify({ ...whole, digest: digestOf(whole) }, null, 2)}\n`;
}

/** @throws Failure 'vault' if the text is not sealed, is damaged, or comes from a newer Almanac. */
export function saltOf(file: string): string {
  return parse(file).salt;
}

/** @throws Failure 'vault', with different messages for a wrong passphrase and a changed file. */
export function unseal(key: SealingKey, file: string): string {
  const { salt, check, nonce, sealed, tag } = parse(file);
  const expected = checkOf(key);
  const given = Buffer.from(check, ENCODING);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Failure(
      'vault',
      'The passphrase is not the one that the file of keys was made with. If it is forgotten, start over with a new file.',
    );
  }
  try {
    const opened = createDecipheriv('aes-256-gcm', key.cipherKey, Buffer.from(nonce, ENCODING), {
      authTagLength: 16,
    })
      .setAAD(headOf(salt).bytes)
      .setAuthTag(Buffer.from(tag, ENCODING));
    return Buffer.concat([opened.update(Buffer.from(sealed, ENCODING)), opened.final()]).toString('utf8');
  } catch (error) {
    throw new Failure(
      'vault',
      'The file of keys was changed by something other than Almanac, so none of it is used.',
      {},
      { cause: error },
    );
  }
}

function parse(file: string): Sealed {
  let found: unknown;
  try {
    found = JSON.parse(file);
  } catch (error) {
    throw new Failure('vault', 'The file of keys is damaged: it is not JSON.', {}, { cause: error });
  }
  if (!Value.Check(Sealed, found)) {
    throw new Failure('vault', 'The file of keys is damaged, or was written by a newer Almanac.');
  }
  const { digest, ...whole } = found;
  if (digestOf(whole) !== digest) {
    throw new Failure('vault', 'The file of keys is damaged: its digest does not fit.');
  }
  return found;
}

function headOf(salt: string) {
  const fields = { format: 'almanac-sealed-keys', version: 1, kdf: 'scrypt-17-8-1', salt } as const;
  return { fields, bytes: Buffer.from(JSON.stringify(fields)) };
}

function checkOf({ salt, checkKey }: SealingKey): Buffer {
  return createHmac('sha256', checkKey).update(headOf(salt).bytes).digest();
}

function digestOf({ format, version, kdf, salt, check, nonce, sealed, tag }: Omit<Sealed, 'digest'>): string {
  const parts = [format, version, kdf, salt, check, nonce, sealed, tag];
  return createHash('sha256').update(JSON.stringify(parts)).digest(ENCODING);
}

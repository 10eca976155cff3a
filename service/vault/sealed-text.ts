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
import { Failure } from '../contract/failure.ts';

/**
 * A text sealed with a passphrase: scrypt (RFC 7914) derives a key from it, AES-256-GCM (NIST SP 800-38D) seals. It is JSON, so that a
 * person can see what the file is. A wrong `digest` means damage; with a right one, a wrong `check` means a wrong passphrase, and a
 * right `check` with a text that does not open means forgery.
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
  /** SHA-256 of all of the above. */
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

/** @returns the key as a text, which `sealingKeyOf` takes. */
export function textOfKey({ salt, cipherKey, checkKey }: SealingKey): string {
  return [salt, cipherKey.toString(ENCODING), checkKey.toString(ENCODING)].join(' ');
}

export function sealingKeyOf(text: string): SealingKey {
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

/** @throws Failure 'vault' where the text is not a sealed one, is damaged, or comes from a newer Almanac. */
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
      'The passphrase is not the one that the file of keys was made with. If it is forgotten, start anew.',
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

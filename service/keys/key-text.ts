import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Letters and digits that cannot be taken for one another when read aloud or typed: no 0 o 1 l i. */
const ID_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ID_LENGTH = 6;

/** @returns a new API key: `alm_` and 43 base64url characters, 256 random bits. */
export function newKey(): string {
  return `alm_${randomBytes(32).toString('base64url')}`;
}

/** @returns a new id of a key, short enough to type: `k7f3qx`. It is no secret. */
export function newKeyId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
}

/**
 * What is stored of a key. A key is 256 random bits, so a plain SHA-256 cannot be guessed back and needs no salt.
 * @returns 32 bytes.
 */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

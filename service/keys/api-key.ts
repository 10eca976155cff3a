import { createHash, randomBytes, randomInt } from 'node:crypto';
import { Failure } from '../contract/failure.ts';
import { LABEL_LENGTH } from '../contract/names.ts';

/** Letters and digits that are not easily confused when read or typed: without 0 o 1 l i. */
const ID_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ID_LENGTH = 6;

/**
 * Several keys may have one label, as after a rotation: the id and the last four characters say which is which.
 * @returns the label without spaces round it. @throws Failure 'wrong_usage' if it is empty, too long or has several lines.
 */
export function checkedLabel(label: string): string {
  const text = label.trim();
  if (text === '' || text.length > LABEL_LENGTH || /\p{Cc}/u.test(text)) {
    throw new Failure(
      'wrong_usage',
      `A key's label is 1 to ${LABEL_LENGTH} characters on one line, for example 'Excel at work'.`,
    );
  }
  return text;
}

/** What every key but those for FRED's clients begins with. */
export const KEY_BEGINNING = 'alm_';

/** @returns a new API key: `alm_` and 43 base64url characters, 256 random bits. */
export function newKey(): string {
  return `${KEY_BEGINNING}${randomBytes(32).toString('base64url')}`;
}

/** @returns a new id of a key, short enough to type: `k7f3qx`. It is no secret. */
export function newKeyId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('');
}

/**
 * The store has only this hash of a key. A key is 256 random bits, so nobody can guess it from its SHA-256, and no salt is needed.
 * @returns 32 bytes.
 */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** @returns the failure for an id that no key has. */
export function unknownKey(id: string): Failure {
  return new Failure('unknown_key', `No API key has the id ${id}. The list of keys shows their ids.`);
}

/**
 * FredData.jl takes keys of FRED's own form only, 32 hexadecimal digits, so such a key is made for FRED's clients; the form itself says
 * that the key is good for nothing else.
 */
const FRED_FORM = /^[0-9a-f]{32}$/;

/** @returns a new key for FRED's clients: 128 random bits. */
export function newFredKey(): string {
  return randomBytes(16).toString('hex');
}

/** @returns whether a key is one for FRED's clients alone. */
export function isFredKey(key: string): boolean {
  return FRED_FORM.test(key);
}

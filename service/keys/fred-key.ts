import { randomBytes } from 'node:crypto';

/**
 * Keys for FRED's clients. FredData.jl takes keys of FRED's own form only, 32 hexadecimal digits, so such a key is made for it; the form
 * itself says that the key is good for nothing else.
 */

const FORM = /^[0-9a-f]{32}$/;

/** @returns a new key: 128 random bits. */
export function newFredKey(): string {
  return randomBytes(16).toString('hex');
}

/** @returns whether a key is one for FRED's clients alone. */
export function isFredKey(key: string): boolean {
  return FORM.test(key);
}

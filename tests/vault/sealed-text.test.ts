import { createCipheriv, createDecipheriv, createHash, createHmac, scryptSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  deriveSealingKey,
  newSalt,
  type SealingKey,
  saltOf,
  seal,
  unseal,
} from '../../service/vault/secret-stores.ts';
import { refused, WRONG } from './places.ts';

let key: SealingKey;
let otherKey: SealingKey;

type Fields = Record<string, unknown>;

const bytes = (field: unknown): Buffer => Buffer.from(String(field), 'base64url');
const headOf = ({ format, version, kdf, salt }: Fields): string =>
  JSON.stringify({ format, version, kdf, salt });

/** @returns the file with a correct digest for any fields: a forger needs no passphrase for that. */
function withDigest({ digest: _, ...fields }: Fields): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(Object.values(fields)))
    .digest('base64url');
  return JSON.stringify({ ...fields, digest });
}

beforeAll(async () => {
  const salt = newSalt();
  key = await deriveSealingKey('a passphrase of some length', salt);
  otherKey = await deriveSealingKey('a passphrase of some lengtH', salt);
}, 120_000);

it('sealing gives back every text, never the same file twice, and hides the whole plain text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const file = seal(key, text);
      expect(unseal(key, file)).toBe(text);
      expect(seal(key, text)).not.toBe(file);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{8,64}$/), (secret) => {
      const file = seal(key, JSON.stringify({ name: secret }));
      expect(file).not.toContain(secret);
      expect(file).not.toContain(Buffer.from(secret).toString('base64url').slice(0, 10));
    }),
  );
});

it('a file opens with another form of the same characters', { timeout: 120_000 }, async () => {
  const salt = newSalt();
  // An accented letter as one and as two characters; a ligature and its letters; a wide and a plain digit.
  const [typed, again] = ['caf\u00e9 of\ufb01ce \uff11', 'cafe\u0301 office 1'] as const;
  expect(await deriveSealingKey(again, salt)).toEqual(await deriveSealingKey(typed, salt));
});

it('another program opens a file by the description in it, and Almanac opens a file of that program', () => {
  const file = seal(key, 'Schlüssel “😀”');
  const { digest, ...fields } = JSON.parse(file) as Fields;
  const head = { format: 'almanac-sealed-keys', version: 1, kdf: 'scrypt-17-8-1', salt: key.salt };
  expect(Object.keys(fields)).toEqual([...Object.keys(head), 'check', 'nonce', 'sealed', 'tag']);
  expect(fields).toMatchObject(head);
  expect([fields.salt, fields.nonce, fields.tag].map((field) => bytes(field).length)).toEqual([16, 12, 16]);
  expect(JSON.parse(withDigest(fields))).toEqual({ ...fields, digest });
  const check = createHmac('sha256', key.checkKey).update(headOf(head)).digest('base64url');
  expect(fields.check).toBe(check);
  const opened = createDecipheriv('aes-256-gcm', key.cipherKey, bytes(fields.nonce))
    .setAAD(Buffer.from(headOf(fields)))
    .setAuthTag(bytes(fields.tag));
  expect(opened.update(bytes(fields.sealed)).toString() + opened.final('utf8')).toBe('Schlüssel “😀”');

  const nonce = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-256-gcm', key.cipherKey, nonce).setAAD(Buffer.from(headOf(head)));
  const sealed = `${cipher.update('of another program', 'utf8', 'base64url')}${cipher.final('base64url')}`;
  const tag = cipher.getAuthTag().toString('base64url');
  const theirs = withDigest({ ...head, check, nonce: nonce.toString('base64url'), sealed, tag });
  expect([unseal(key, theirs), saltOf(theirs)]).toEqual(['of another program', key.salt]);
});

it('each guess costs what the file says: N = 2^17, which takes 128 MiB', { timeout: 120_000 }, () => {
  const { kdf, salt } = JSON.parse(seal(key, 'text')) as { kdf: string; salt: string };
  const [, log2, r, p] = /^scrypt-(\d+)-(\d+)-(\d+)$/.exec(kdf) ?? [];
  expect([log2, r, p]).toEqual(['17', '8', '1']);
  const cost = { N: 2 ** Number(log2), r: Number(r), p: Number(p), maxmem: 2 ** 28 };
  const derived = scryptSync('a passphrase of some length', bytes(salt), 64, cost);
  expect(key).toEqual({ salt, cipherKey: derived.subarray(0, 32), checkKey: derived.subarray(32) });
});

const CHANGED = 'The file of keys was changed by something other than Almanac, so none of it is used.';
const NEWER = 'The file of keys is damaged, or was written by a newer Almanac.';

describe('a file that does not open', () => {
  it('is every file with one changed character', () => {
    const file = seal(key, 'some text to hold');
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.stringMatching(/^[A-Za-z0-9_-]$/), (at, character) => {
        fc.pre(file[at] !== character);
        expect(() => unseal(key, file.slice(0, at) + character + file.slice(at + 1))).toThrow(/file of keys/);
      }),
      { numRuns: 400 },
    );
  });

  it('is every file that is cut short', () => {
    const file = seal(key, 'some text to hold');
    fc.assert(
      fc.property(fc.nat(file.trimEnd().length - 1), (length) => {
        expect(() => unseal(key, file.slice(0, length))).toThrow(
          'The file of keys is damaged: it is not JSON.',
        );
      }),
    );
  });

  it('is a forgery with a correct digest, made from two files of one passphrase', () => {
    const [one, two] = ['first', 'second'].map((text) => JSON.parse(seal(key, text))) as [Fields, Fields];
    for (const field of ['nonce', 'sealed', 'tag']) {
      expect(() => unseal(key, withDigest({ ...one, [field]: two[field] }))).toThrow(CHANGED);
    }
  });

  it('is a forgery with a correct digest and a short tag, whose few bytes could be guessed', () => {
    const fields = JSON.parse(seal(key, 'text')) as Fields;
    for (let length = 0; length < 16; length += 1) {
      const tag = bytes(fields.tag).subarray(0, length).toString('base64url');
      expect(() => unseal(key, withDigest({ ...fields, tag }))).toThrow(CHANGED);
    }
    const longer = Buffer.concat([bytes(fields.tag), Buffer.alloc(1)]).toString('base64url');
    expect(() => unseal(key, withDigest({ ...fields, tag: longer }))).toThrow(CHANGED);
  });

  it('is one of another passphrase, or with a check that is cut short or of another key', () => {
    expect(() => unseal(otherKey, seal(key, 'text'))).toThrow(expect.objectContaining(refused(WRONG)));
    const fields = JSON.parse(seal(key, 'text')) as Fields;
    const check = bytes(fields.check).subarray(0, 31).toString('base64url');
    for (const other of [check, '', (JSON.parse(seal(otherKey, 'text')) as Fields).check]) {
      expect(() => unseal(key, withDigest({ ...fields, check: other }))).toThrow(WRONG);
    }
  });

  it.each([
    ['no JSON', '{ "format": ', 'The file of keys is damaged: it is not JSON.'],
    ['something else', '{}', NEWER],
    ['of a newer version', { version: 2 }, NEWER],
    ['of another cost, which is not tried', { kdf: 'scrypt-30-8-1' }, NEWER],
    ['of another format', { format: 'almanac-keys' }, NEWER],
    ['without a tag', { tag: undefined }, NEWER],
    ['with a wrong digest', { digest: 'A' }, 'The file of keys is damaged: its digest does not fit.'],
  ])('is a file that is %s', (_, changed, message) => {
    const fields = JSON.parse(seal(key, 'text')) as Fields;
    const made = { ...fields, ...(typeof changed === 'string' ? {} : changed) };
    const file =
      typeof changed === 'string' ? changed : 'digest' in changed ? JSON.stringify(made) : withDigest(made);
    for (const use of [() => unseal(key, file), () => saltOf(file)]) {
      expect(use).toThrow(expect.objectContaining(refused(message)));
    }
  });
});

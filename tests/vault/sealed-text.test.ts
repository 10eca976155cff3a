import { scryptSync } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  deriveSealingKey,
  newSalt,
  type SealingKey,
  seal,
  unseal,
} from '../../electron/vault/sealed-text.ts';

let key: SealingKey;
let otherKey: SealingKey;

beforeAll(async () => {
  const salt = newSalt();
  key = await deriveSealingKey('a passphrase of some length', salt);
  otherKey = await deriveSealingKey('a passphrase of some lengtH', salt);
}, 120_000);

it('gives back every text, and never the same file twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const file = seal(key, text);
      expect(unseal(key, file)).toBe(text);
      expect(seal(key, text)).not.toBe(file);
    }),
  );
});

it('holds no part of the plain text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{8,64}$/), (secret) => {
      const file = seal(key, JSON.stringify({ name: secret }));
      expect(file).not.toContain(secret);
      expect(file).not.toContain(Buffer.from(secret).toString('base64url').slice(0, 10));
    }),
  );
});

it('opens with another form of the same characters', { timeout: 120_000 }, async () => {
  const salt = newSalt();
  const composed = await deriveSealingKey('caf\u00e9 caf\u00e9', salt);
  const decomposed = await deriveSealingKey('cafe\u0301 cafe\u0301', salt);
  expect(unseal(decomposed, seal(composed, 'text'))).toBe('text');
});

it('costs a guess what the file says: N = 2^17, which takes 128 MiB', { timeout: 120_000 }, () => {
  const { kdf, salt } = JSON.parse(seal(key, 'text')) as { kdf: string; salt: string };
  const [, log2, r, p] = /^scrypt-(\d+)-(\d+)-(\d+)$/.exec(kdf) ?? [];
  expect([log2, r, p]).toEqual(['17', '8', '1']);
  const cost = { N: 2 ** Number(log2), r: Number(r), p: Number(p), maxmem: 2 ** 28 };
  const bytes = scryptSync('a passphrase of some length', Buffer.from(salt, 'base64url'), 64, cost);
  expect(Buffer.concat([key.cipherKey, key.checkKey]).equals(bytes)).toBe(true);
});

describe('what does not open', () => {
  it('says so of a wrong passphrase', () => {
    expect(() => unseal(otherKey, seal(key, 'text'))).toThrow(/passphrase is not the one/);
  });

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
        expect(() => unseal(key, file.slice(0, length))).toThrow(/damaged/);
      }),
    );
  });

  it('is a forgery with a right digest, made from two files of one passphrase', async () => {
    const { createHash } = await import('node:crypto');
    const [one, two] = ['first', 'second'].map((text) => JSON.parse(seal(key, text))) as [
      Record<string, unknown>,
      Record<string, unknown>,
    ];
    for (const field of ['nonce', 'sealed', 'tag']) {
      const { digest, ...forged } = { ...one, [field]: two[field] };
      const again = createHash('sha256')
        .update(JSON.stringify(Object.values(forged)))
        .digest('base64url');
      expect(() => unseal(key, JSON.stringify({ ...forged, digest: again }))).toThrow(
        /was changed by something/,
      );
    }
  });

  it('is a file of a newer version, whose cost is not tried', () => {
    const file = seal(key, 'text').replace('scrypt-17-8-1', 'scrypt-30-8-1');
    expect(() => unseal(key, file)).toThrow(/newer Almanac/);
  });
});

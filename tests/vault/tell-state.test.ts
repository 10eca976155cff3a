import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { keychainName, tellState, whyKeychainFails } from '../../electron/vault/tell-state.ts';
import { VaultRequest } from '../../service/contract/vault.ts';

const KEYCHAIN = ['unlocked', 'locked', 'no-keyring', 'no-service', 'unavailable', 'unknown'] as const;
const CHOSEN = [null, 'keychain', 'session', 'file'] as const;
const FILE = ['none', 'locked', 'open'] as const;
const name = keychainName('linux');
const IN_FILE = { sealedFile: '/data/vault-sealed.json', inFile: [] };

const cases = CHOSEN.flatMap((chosen) =>
  KEYCHAIN.flatMap((keychain) =>
    FILE.map((file) => {
      const facts = { chosen, keychain, file };
      return { facts, told: tellState({ ...facts, ...IN_FILE, name }) };
    }),
  ),
);

describe('every state', () => {
  it('is described in whole sentences, with ways that can be chosen, each once', () => {
    for (const { told } of cases) {
      expect(told.message).toMatch(/^[A-Za-z].*\.$/s);
      expect(told.message).not.toMatch(/undefined|null/);
      expect(told.ways.every((way) => Value.Check(VaultRequest.properties.way, way))).toBe(true);
      expect(new Set(told.ways).size).toBe(told.ways.length);
    }
  });

  it('does not change the user’s choice', () => {
    for (const { facts, told } of cases) {
      if (facts.chosen === null) expect(['keychain', 'session']).toContain(told.kept_in);
      else expect(told.kept_in).toBe(facts.chosen);
    }
  });

  it('offers another place wherever a key cannot be kept or lasts only for the session', () => {
    for (const { facts, told } of cases) {
      const isKept =
        (told.kept_in === 'keychain' && ['unlocked', 'unknown'].includes(facts.keychain)) ||
        (told.kept_in === 'file' && facts.file === 'open');
      if (!isKept) expect(told.ways.length).toBeGreaterThan(0);
    }
  });

  it('offers to open a file only where there is a locked one, and never the present place', () => {
    for (const { facts, told } of cases) {
      expect(told.ways.includes('open-file')).toBe(facts.file === 'locked');
      if (told.kept_in === 'session' && facts.chosen !== null) expect(told.ways).not.toContain('use-session');
      if (told.kept_in === 'keychain') expect(told.ways).not.toContain('use-keychain');
      if (told.kept_in === 'file' && facts.file !== 'none') expect(told.ways).not.toContain('use-file');
    }
  });

  it('offers a new file where one is locked, last of all, and says what that means', () => {
    for (const { facts, told } of cases) {
      expect(told.ways.includes('new-file')).toBe(facts.file === 'locked');
      expect(told.start_anew !== null).toBe(facts.file === 'locked');
      if (facts.file === 'locked') expect(told.ways.at(-1)).toBe('new-file');
    }
  });

  it('never claims that memory lasts, nor that a keychain is there which is not', () => {
    for (const { facts, told } of cases) {
      if (told.kept_in === 'session') {
        expect(told.message).toMatch(/copies of keys are in memory and go when Almanac ends/);
        expect(told.message).toMatch(/API keys go on working/);
      }
      if (['no-service', 'unavailable', 'locked'].includes(facts.keychain)) {
        expect(told.message).not.toMatch(/is unlocked/);
      }
    }
  });
});

it('names the keychain of each system', () => {
  expect(keychainName('darwin')).toBe('macOS Keychain');
  expect(keychainName('win32')).toBe('Windows Credential Manager');
});

it.each(KEYCHAIN)(
  'says why nothing can be done with a keychain that is %s, in its own words too',
  (keychain) => {
    expect(whyKeychainFails(name, keychain)).toMatch(/^[A-Za-z].*\.$/);
    expect(whyKeychainFails(name, keychain, 'its words')).toMatch(/\. It says: its words$/);
  },
);

it.each([
  [[], 'No key in it is known.'],
  [['BLS'], 'Lost with it: your BLS key.'],
  [[1], 'Lost with it: the copy of an API key. Tools with an API key go on to work.'],
  [
    ['BLS', 1, 'FRED', 2],
    'Lost with it: your BLS key, your FRED key, and the copies of 2 API keys. Tools with an API key go on to work.',
  ],
])('says what is lost with a file: %j', (held, says) => {
  const inFile = held.map((one) =>
    typeof one === 'string'
      ? { kind: 'publisher' as const, publisher: one }
      : { kind: 'api-key' as const, id: `key_${one}` },
  );
  const facts = { name, keychain: 'no-service', file: 'locked', chosen: 'file' } as const;
  const { start_anew: told } = tellState({ ...facts, ...IN_FILE, inFile });
  expect(told).toContain('/data/vault-sealed.json is put aside');
  expect(told?.endsWith(says)).toBe(true);
});

it('names the team whose key is lost with the file', () => {
  const facts = { name, keychain: 'no-service', file: 'locked', chosen: 'file' } as const;
  const inFile = [{ kind: 'team' as const, address: 'https://data.example.org' }];
  const { start_anew: told } = tellState({ ...facts, ...IN_FILE, inFile });
  expect(told).toContain('Lost with it: your key of https://data.example.org.');
  expect(told).not.toContain('Tools with an API key');
});

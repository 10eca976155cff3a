import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { VaultRequest } from '../../service/contract/vault.ts';
import { keychainName, tellState, whyKeychainFails } from '../../service/vault/tell-state.ts';

const NAME = 'The keyring';
const FILE = '/data/vault-sealed.json';
const KEYCHAIN = ['unlocked', 'locked', 'no-keyring', 'no-service', 'unavailable', 'unknown'] as const;

const MEMORY =
  'The readable copies of keys are in memory and go when Almanac ends: your API keys go on working, publishers’ keys and that of a team have to be entered again.';
const NO_OTHER = 'Almanac keeps no key elsewhere until you choose so.';
const WOULD_KEEP = 'A file with a passphrase would keep them.';
const ALL = 'unlock use-session use-file';

/** What the page shows where keys are in the keychain or in memory: the place, the sentence, and the ways out of it. */
const PLACES = [
  // chosen, keychain, kept in, message, ways without a file or with an open one, ways with a locked one
  [
    null,
    'unlocked',
    'keychain',
    'Keys are kept in The keyring, which is unlocked.',
    '',
    'open-file new-file',
  ],
  [
    ...[null, 'locked', 'keychain'],
    'The keyring is locked. Unlock it to keep keys there, or choose another place.',
    ...[ALL, 'unlock use-session open-file new-file'],
  ],
  [
    ...[null, 'no-keyring', 'session'],
    `The keyring has no keyring yet. ${MEMORY} ${WOULD_KEEP}`,
    ...['use-keychain use-file', 'use-keychain open-file new-file'],
  ],
  [
    ...[null, 'no-service', 'session'],
    `This session has no keychain (GNOME Keyring or KWallet). ${MEMORY} ${WOULD_KEEP}`,
    ...['use-file', 'open-file new-file'],
  ],
  [
    ...[null, 'unavailable', 'session'],
    `keytar, through which Almanac reaches The keyring, cannot be loaded on this machine. ${MEMORY} ${WOULD_KEEP}`,
    ...['use-file', 'open-file new-file'],
  ],
  [
    ...[null, 'unknown', 'keychain'],
    'Keys are kept in The keyring. It is opened when a key is first needed.',
    ...['', 'open-file new-file'],
  ],
  [
    ...['keychain', 'unlocked', 'keychain'],
    'Keys are kept in The keyring, which is unlocked.',
    ...['', 'open-file new-file'],
  ],
  [
    ...['keychain', 'locked', 'keychain'],
    `The keyring, which keeps your keys, is locked, so they cannot be read before you unlock it. ${NO_OTHER}`,
    ...[ALL, 'unlock use-session open-file new-file'],
  ],
  [
    ...['keychain', 'no-keyring', 'keychain'],
    `The keyring, which was to keep your keys, has no keyring now: it may have been removed, or belong to another session. ${NO_OTHER}`,
    ...[ALL, 'unlock use-session open-file new-file'],
  ],
  [
    ...['keychain', 'no-service', 'keychain'],
    `The keyring, which keeps your keys, does not run in this session. ${NO_OTHER}`,
    ...[ALL, 'unlock use-session open-file new-file'],
  ],
  [
    ...['keychain', 'unavailable', 'keychain'],
    `The keyring keeps your keys, but keytar, through which Almanac reaches it, cannot be loaded. ${NO_OTHER}`,
    ...[ALL, 'unlock use-session open-file new-file'],
  ],
  [
    ...['keychain', 'unknown', 'keychain'],
    'Keys are kept in The keyring. It is opened when a key is first needed.',
    ...['', 'open-file new-file'],
  ],
  [
    ...['session', 'unlocked', 'session'],
    `${MEMORY} The keyring is unlocked and could keep them.`,
    ...['use-keychain use-file', 'use-keychain open-file new-file'],
  ],
  ['session', 'locked', 'session', MEMORY, 'use-keychain use-file', 'use-keychain open-file new-file'],
  ['session', 'no-keyring', 'session', MEMORY, 'use-keychain use-file', 'use-keychain open-file new-file'],
  ['session', 'no-service', 'session', MEMORY, 'use-file', 'open-file new-file'],
  ['session', 'unavailable', 'session', MEMORY, 'use-file', 'open-file new-file'],
  ['session', 'unknown', 'session', MEMORY, 'use-keychain use-file', 'use-keychain open-file new-file'],
] as const;

/** The same where keys are in the file: what the file is, the sentence, and the ways with and without a keychain to go back to. */
const IN_FILE = [
  ['open', 'Keys are kept in the file under your passphrase, which is open.', ...['use-keychain', '']],
  [
    'locked',
    `Keys are kept in ${FILE} under your passphrase. Open it with the passphrase to use them.`,
    ...['open-file use-session use-keychain new-file', 'open-file use-session new-file'],
  ],
  [
    'none',
    'The file under your passphrase, which keeps your keys, is gone. Put back a copy of it, or make a new one.',
    ...['use-file use-session use-keychain', 'use-file use-session'],
  ],
] as const;

const START_ANEW = `If the passphrase is forgotten, a new file can be made. ${FILE} is put aside under a name with the date, not deleted.`;
const words = (ways: string) => (ways === '' ? [] : ways.split(' '));

describe('what the page shows', () => {
  it.each(PLACES)('with %s chosen and a keychain that is %s', (...row) => {
    const [chosen, keychain, kept_in, message, ways, waysIfLocked] = row;
    for (const file of ['none', 'open', 'locked'] as const) {
      expect(tellState({ name: NAME, keychain, file, chosen, sealedFile: FILE, inFile: [] })).toEqual({
        keychain,
        keychain_name: NAME,
        kept_in,
        file,
        message,
        ways: words(file === 'locked' ? waysIfLocked : ways),
        start_anew: file === 'locked' ? `${START_ANEW} No key in it is known.` : null,
      });
    }
  });

  it.each(IN_FILE)('with a file chosen that is %s', (file, message, waysBack, ways) => {
    for (const keychain of KEYCHAIN) {
      const hasNone = keychain === 'no-service' || keychain === 'unavailable';
      const facts = { name: NAME, keychain, file, chosen: 'file', sealedFile: FILE, inFile: [] } as const;
      expect(tellState(facts)).toEqual({
        ...{ keychain, keychain_name: NAME, kept_in: 'file', file, message },
        ways: words(hasNone ? ways : waysBack),
        start_anew: file === 'locked' ? `${START_ANEW} No key in it is known.` : null,
      });
    }
  });

  it('offers nothing that cannot be asked for', () => {
    const offered = [...PLACES.flatMap((row) => [row[4], row[5]]), ...IN_FILE.map((row) => row[2])];
    const ways = [...new Set(offered.flatMap(words))].toSorted();
    expect(ways).toEqual([...VaultRequest.properties.way.enum].toSorted());
    expect(ways.every((way) => Value.Check(VaultRequest, { way }))).toBe(true);
  });
});

it.each([
  ['darwin', 'macOS Keychain'],
  ['win32', 'Windows Credential Manager'],
  ['linux', 'GNOME Keyring / Secret Service'],
  ['freebsd', 'GNOME Keyring / Secret Service'],
] as const)('the keychain of %s has its name', (platform, name) => {
  expect(keychainName(platform)).toBe(name);
});

it.each([
  ['locked', 'The keyring is locked. Unlock it, or choose another place for keys.'],
  ['no-keyring', 'The keyring has no keyring. Make one in it, or choose another place for keys.'],
  ['no-service', 'The keyring does not run in this session. Start it, or choose another place for keys.'],
  [
    'unavailable',
    'keytar, through which Almanac reaches The keyring, cannot be loaded. Choose another place for keys.',
  ],
  ['unlocked', 'The keyring cannot be used.'],
  ['unknown', 'The keyring cannot be used.'],
] as const)(
  'it is said why nothing can be done with a keychain that is %s, in its own words too',
  (state, why) => {
    expect(whyKeychainFails(NAME, state)).toBe(why);
    expect(whyKeychainFails(NAME, state, '')).toBe(why);
    expect(whyKeychainFails(NAME, state, 'its words')).toBe(`${why} It says: its words`);
  },
);

const BLS = { kind: 'publisher', publisher: 'BLS' } as const;
const FRED = { kind: 'publisher', publisher: 'FRED' } as const;
const TEAM = { kind: 'team', address: 'https://data.example.org' } as const;
const apiKey = (id: string) => ({ kind: 'api-key', id }) as const;

it.each([
  [[BLS], 'Lost with it: your BLS key.'],
  [[TEAM], 'Lost with it: your key of https://data.example.org.'],
  [[apiKey('1')], 'Lost with it: the copy of an API key. Tools with an API key go on to work.'],
  [
    [apiKey('1'), apiKey('2')],
    'Lost with it: the copies of 2 API keys. Tools with an API key go on to work.',
  ],
  [
    [apiKey('1'), FRED, TEAM, apiKey('2'), BLS, apiKey('3')],
    'Lost with it: your FRED key, your BLS key, your key of https://data.example.org, and the copies of 3 API keys. Tools with an API key go on to work.',
  ],
])('what is lost with a file is named: %j', (inFile, lost) => {
  const facts = { name: NAME, keychain: 'no-service', file: 'locked', chosen: 'session' } as const;
  expect(tellState({ ...facts, sealedFile: FILE, inFile }).start_anew).toBe(`${START_ANEW} ${lost}`);
});

import { expect, it } from 'vitest';
import { describeState } from '../../service/vault/describe-state.ts';

const NAME = 'The keyring';
const FILE = '/data/vault-sealed.json';
const KEYCHAIN = ['unlocked', 'locked', 'no-keyring', 'no-service', 'unavailable', 'unknown'] as const;

const MEMORY =
  'The readable copies of keys are in memory and go when Almanac ends: your API keys keep working, publishers’ keys and that of a team have to be entered again.';
const NO_OTHER = 'Almanac keeps no key elsewhere until you choose so.';
const WOULD_KEEP = 'A file with a passphrase would keep them.';
const UNLOCKED = 'Keys are kept in The keyring, which is unlocked.';
const UNKNOWN = 'Keys are kept in The keyring. It is opened when a key is first needed.';

/** The ways out of a place: without a file or with an open one, and with a locked one. */
const NONE = ['', 'open-file new-file'] as const;
const ALL = ['unlock use-session use-file', 'unlock use-session open-file new-file'] as const;
const BACK = ['use-keychain use-file', 'use-keychain open-file new-file'] as const;
const FILE_ONLY = ['use-file', 'open-file new-file'] as const;

/** For keys in the keychain or in memory: chosen place, keychain, kept in, the sentence, the ways. */
const PLACES = [
  [null, 'unlocked', 'keychain', UNLOCKED, NONE],
  [
    ...[null, 'locked', 'keychain'],
    ...['The keyring is locked. Unlock it to keep keys there, or choose another place.', ALL],
  ],
  [null, 'no-keyring', 'session', `The keyring has no keyring yet. ${MEMORY} ${WOULD_KEEP}`, BACK],
  [
    ...[null, 'no-service', 'session'],
    ...[`This session has no keychain (GNOME Keyring or KWallet). ${MEMORY} ${WOULD_KEEP}`, FILE_ONLY],
  ],
  [
    ...[null, 'unavailable', 'session'],
    `keytar, through which Almanac reaches The keyring, cannot be loaded on this machine. ${MEMORY} ${WOULD_KEEP}`,
    FILE_ONLY,
  ],
  [null, 'unknown', 'keychain', UNKNOWN, NONE],
  ['keychain', 'unlocked', 'keychain', UNLOCKED, NONE],
  [
    ...['keychain', 'locked', 'keychain'],
    `The keyring, which keeps your keys, is locked, so they cannot be read before you unlock it. ${NO_OTHER}`,
    ALL,
  ],
  [
    ...['keychain', 'no-keyring', 'keychain'],
    `The keyring, which was to keep your keys, has no keyring now: it may have been removed, or belong to another session. ${NO_OTHER}`,
    ALL,
  ],
  [
    ...['keychain', 'no-service', 'keychain'],
    ...[`The keyring, which keeps your keys, does not run in this session. ${NO_OTHER}`, ALL],
  ],
  [
    ...['keychain', 'unavailable', 'keychain'],
    `The keyring keeps your keys, but keytar, through which Almanac reaches it, cannot be loaded. ${NO_OTHER}`,
    ALL,
  ],
  ['keychain', 'unknown', 'keychain', UNKNOWN, NONE],
  ['session', 'unlocked', 'session', `${MEMORY} The keyring is unlocked and could keep them.`, BACK],
  ['session', 'locked', 'session', MEMORY, BACK],
  ['session', 'no-keyring', 'session', MEMORY, BACK],
  ['session', 'no-service', 'session', MEMORY, FILE_ONLY],
  ['session', 'unavailable', 'session', MEMORY, FILE_ONLY],
  ['session', 'unknown', 'session', MEMORY, BACK],
] as const;

const START_ANEW = `If the passphrase is forgotten, a new file can be made. ${FILE} is put aside under a name with the date, not deleted.`;
const words = (ways: string) => (ways === '' ? [] : ways.split(' '));
const anew = (file: string) => (file === 'locked' ? `${START_ANEW} No key in it is known.` : null);
const facts = { name: NAME, sealedFile: FILE, inFile: [] };

it.each(PLACES)('the state with %s chosen and a keychain that is %s', (...row) => {
  const [chosen, keychain, kept_in, message, [ways, waysIfLocked]] = row;
  for (const file of ['none', 'open', 'locked'] as const)
    expect(describeState({ ...facts, keychain, file, chosen })).toEqual({
      ...{ keychain, keychain_name: NAME, kept_in, file, message },
      ways: words(file === 'locked' ? waysIfLocked : ways),
      start_anew: anew(file),
    });
});

it.each([
  // The file, the sentence, the ways with and without a keychain to return to.
  ['open', 'Keys are kept in the file under your passphrase, which is open.', 'use-keychain', ''],
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
] as const)('the state with a chosen file that is %s', (file, message, waysBack, ways) => {
  for (const keychain of KEYCHAIN) {
    const hasNone = keychain === 'no-service' || keychain === 'unavailable';
    expect(describeState({ ...facts, keychain, file, chosen: 'file' })).toEqual({
      ...{ keychain, keychain_name: NAME, kept_in: 'file', file, message },
      ways: words(hasNone ? ways : waysBack),
      start_anew: anew(file),
    });
  }
});

const BLS = { kind: 'publisher', publisher: 'BLS' } as const;
const FRED = { kind: 'publisher', publisher: 'FRED' } as const;
const TEAM = { kind: 'team', address: 'https://data.example.org' } as const;
const apiKey = (id: string) => ({ kind: 'api-key', id }) as const;

it.each([
  [[BLS], 'your BLS key.'],
  [[TEAM], 'your key of https://data.example.org.'],
  [[apiKey('1')], 'the copy of an API key. Tools with an API key keep working.'],
  [
    [apiKey('1'), FRED, TEAM, apiKey('2'), BLS, apiKey('3')],
    'your FRED key, your BLS key, your key of https://data.example.org, and the copies of 3 API keys. Tools with an API key keep working.',
  ],
])('the keys lost with a file are named: %j', (inFile, lost) => {
  const state = describeState({
    ...facts,
    keychain: 'no-service',
    file: 'locked',
    chosen: 'session',
    inFile,
  });
  expect(state.start_anew).toBe(`${START_ANEW} Lost with it: ${lost}`);
});

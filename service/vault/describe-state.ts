import type { KeychainState, VaultState } from '../contract/access.ts';
import { assertNever } from '../contract/failure.ts';
import type { SecretName, SecretPlace } from './secret-index.ts';

/** Describes the state of the vault for people. Pure, so that every case can be tested. */

export type VaultFacts = {
  name: string;
  keychain: KeychainState;
  file: VaultState['file'];
  /** The place that the user chose, or that took the first key; null before that. */
  chosen: SecretPlace | null;
  /** Path of the file under a passphrase. */
  sealedFile: string;
  /** The secrets in that file, according to the index. */
  inFile: readonly SecretName[];
};

type VaultMessage = { message: string; ways: VaultState['ways'] };

/** API keys keep working because the service stores their hashes; only the readable copies are lost. */
const IN_MEMORY =
  'The readable copies of keys are in memory and go when Almanac ends: your API keys keep working, publishers’ keys and that of a team have to be entered again.';

export function keychainName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'macOS Keychain';
  return platform === 'win32' ? 'Windows Credential Manager' : 'GNOME Keyring / Secret Service';
}

/** @returns the place for a new key. It is picked automatically only for the first key. */
export function placeNow({ chosen, keychain }: Pick<VaultFacts, 'chosen' | 'keychain'>): SecretPlace {
  if (chosen !== null) return chosen;
  // A person with a locked keychain uses one, so memory must not replace it unasked.
  return ['unlocked', 'locked', 'unknown'].includes(keychain) ? 'keychain' : 'session';
}

export function describeState(facts: VaultFacts): VaultState {
  const place = placeNow(facts);
  const { message, ways } = describePlace(place, facts);
  const isLocked = facts.file === 'locked';
  const canOpen = ways.includes('open-file');
  return {
    keychain: facts.keychain,
    keychain_name: facts.name,
    kept_in: place,
    file: facts.file,
    message,
    ways: isLocked
      ? [
          ...ways.filter((way) => way !== 'use-file'),
          ...(canOpen ? [] : (['open-file'] as const)),
          'new-file',
        ]
      : ways,
    start_anew: isLocked ? describeNewFile(facts) : null,
  };
}

/** Says what a new file loses. API keys keep working, because the service stores their hashes. */
function describeNewFile({ sealedFile, inFile }: VaultFacts): string {
  const publishers = inFile.flatMap((name) => (name.kind === 'publisher' ? [name.publisher] : []));
  const teams = inFile.flatMap((name) => (name.kind === 'team' ? [name.address] : []));
  const copies = inFile.length - publishers.length - teams.length;
  const lost = [
    ...publishers.map((publisher) => `your ${publisher} key`),
    ...teams.map((address) => `your key of ${address}`),
    ...(copies === 0 ? [] : [`the ${copies === 1 ? 'copy of an API key' : `copies of ${copies} API keys`}`]),
  ];
  const lossSentence =
    lost.length === 0 ? 'No key in it is known.' : `Lost with it: ${new Intl.ListFormat('en').format(lost)}.`;
  const toolsSentence = copies === 0 ? '' : ' Tools with an API key keep working.';
  return `If the passphrase is forgotten, a new file can be made. ${sealedFile} is put aside under a name with the date, not deleted. ${lossSentence}${toolsSentence}`;
}

function describePlace(place: SecretPlace, facts: VaultFacts): VaultMessage {
  switch (place) {
    case 'keychain':
      return describeKeychain(facts);
    case 'session':
      return facts.chosen === null ? describeNoKeychain(facts) : describeSession(facts);
    case 'file':
      return describeFile(facts);
    default:
      return assertNever(place);
  }
}

function describeKeychain({ name, keychain, chosen }: VaultFacts): VaultMessage {
  const ways: VaultState['ways'] = ['unlock', 'use-session', 'use-file'];
  const gone = 'Almanac keeps no key elsewhere until you choose so.';
  switch (keychain) {
    case 'unlocked':
      return { message: `Keys are kept in ${name}, which is unlocked.`, ways: [] };
    case 'unknown':
      return { message: `Keys are kept in ${name}. It is opened when a key is first needed.`, ways: [] };
    case 'locked':
      return {
        message:
          chosen === null
            ? `${name} is locked. Unlock it to keep keys there, or choose another place.`
            : `${name}, which keeps your keys, is locked, so they cannot be read before you unlock it. ${gone}`,
        ways,
      };
    case 'no-keyring':
      return {
        message: `${name}, which was to keep your keys, has no keyring now: it may have been removed, or belong to another session. ${gone}`,
        ways,
      };
    case 'no-service':
      return { message: `${name}, which keeps your keys, does not run in this session. ${gone}`, ways };
    case 'unavailable':
      return {
        message: `${name} keeps your keys, but keytar, through which Almanac reaches it, cannot be loaded. ${gone}`,
        ways,
      };
    default:
      return assertNever(keychain);
  }
}

/** For a user who has chosen no place and has no usable keychain. */
function describeNoKeychain({ name, keychain }: VaultFacts): VaultMessage {
  const meanwhile = `${IN_MEMORY} A file with a passphrase would keep them.`;
  if (keychain === 'no-keyring') {
    return { message: `${name} has no keyring yet. ${meanwhile}`, ways: ['use-keychain', 'use-file'] };
  }
  if (keychain === 'no-service') {
    return {
      message: `This session has no keychain (GNOME Keyring or KWallet). ${meanwhile}`,
      ways: ['use-file'],
    };
  }
  return {
    message: `keytar, through which Almanac reaches ${name}, cannot be loaded on this machine. ${meanwhile}`,
    ways: ['use-file'],
  };
}

function describeSession({ name, keychain }: VaultFacts): VaultMessage {
  const message = IN_MEMORY;
  if (keychain === 'unlocked') {
    return {
      message: `${message} ${name} is unlocked and could keep them.`,
      ways: ['use-keychain', 'use-file'],
    };
  }
  const isThere = keychain !== 'no-service' && keychain !== 'unavailable';
  return { message, ways: isThere ? ['use-keychain', 'use-file'] : ['use-file'] };
}

function describeFile({ keychain, file, sealedFile }: VaultFacts): VaultMessage {
  const back: VaultState['ways'] = ['unlocked', 'locked', 'no-keyring', 'unknown'].includes(keychain)
    ? ['use-keychain']
    : [];
  switch (file) {
    case 'open':
      return { message: 'Keys are kept in the file under your passphrase, which is open.', ways: back };
    case 'locked':
      return {
        message: `Keys are kept in ${sealedFile} under your passphrase. Open it with the passphrase to use them.`,
        ways: ['open-file', 'use-session', ...back],
      };
    case 'none':
      return {
        message:
          'The file under your passphrase, which keeps your keys, is gone. Put back a copy of it, or make a new one.',
        ways: ['use-file', 'use-session', ...back],
      };
    default:
      return assertNever(file);
  }
}

/** @param keychainMessage the keychain's own message @returns why the keychain cannot be used */
export function whyKeychainFails(name: string, keychain: KeychainState, keychainMessage?: string): string {
  const quotation =
    keychainMessage === undefined || keychainMessage === '' ? '' : ` It says: ${keychainMessage}`;
  switch (keychain) {
    case 'locked':
      return `${name} is locked. Unlock it, or choose another place for keys.${quotation}`;
    case 'no-keyring':
      return `${name} has no keyring. Make one in it, or choose another place for keys.${quotation}`;
    case 'no-service':
      return `${name} does not run in this session. Start it, or choose another place for keys.${quotation}`;
    case 'unavailable':
      return `keytar, through which Almanac reaches ${name}, cannot be loaded. Choose another place for keys.${quotation}`;
    case 'unlocked':
    case 'unknown':
      return `${name} cannot be used.${quotation}`;
    default:
      return assertNever(keychain);
  }
}

import { createRequire } from 'node:module';
import path from 'node:path';
import { environmentKey, keyVariable, type VaultRequest, type VaultState } from '../contract/access.ts';
import { assertNever, Failure } from '../contract/failure.ts';
import { describeState, keychainName, placeNow } from './describe-state.ts';
import { createKeychain, type Keychain, probeSecretService } from './keychain.ts';
import {
  accountOf,
  copyAside,
  lastFour,
  nameOf,
  readIndex,
  type SecretIndex,
  type SecretName,
  type SecretPlace,
  type SecretRow,
  withoutRow,
  withRow,
  writeIndex,
} from './secret-index.ts';
import {
  type AskShell,
  createFileStore,
  createSessionStore,
  type FileStore,
  keepSurely,
  putBack,
  type SecretStore,
} from './secret-stores.ts';

export type Vault = ReturnType<typeof vaultOn>;

export type VaultOptions = {
  /** Contains the index `vault.json` and, if keys are stored under a passphrase, `vault-sealed.json`. */
  dataDir: string;
  askKeychain: AskShell;
  /** The shell's variables: ALMANAC_KEY_<PUBLISHER>, and the address of the session's D-Bus. */
  environment: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** Milliseconds for the Secret Service to say whether it is locked, which prompts nobody. */
  probeMs?: number;
  /** True if keytar is installed. Does not load it. */
  isKeytarInstalled?: () => boolean;
};

/** Opens nothing yet: index, keychain and file are first used when a secret is needed. */
export function createVault(options: VaultOptions): Vault {
  const { dataDir, askKeychain, environment, platform = process.platform, probeMs = 5_000 } = options;
  const name = keychainName(platform);
  // Any other system has a Secret Service, or nothing.
  const hasOwnKeychain = platform === 'darwin' || platform === 'win32';
  const keychain = createKeychain({
    name,
    askKeychain,
    probe: hasOwnKeychain ? undefined : () => probeSecretService(environment, probeMs),
    isInstalled: options.isKeytarInstalled ?? isKeytarInstalled,
  });
  const sealedFile = path.join(dataDir, 'vault-sealed.json');
  const session = createSessionStore(askKeychain);
  return vaultOn({
    indexFile: path.join(dataDir, 'vault.json'),
    sealedFile,
    name,
    stores: { keychain, file: createFileStore(sealedFile, session), session },
    environment,
  });
}

function isKeytarInstalled(): boolean {
  try {
    // The launcher compiles or downloads keytar's native file, which may have failed.
    createRequire(import.meta.url).resolve('keytar/build/Release/keytar.node');
    return true;
  } catch {
    return false;
  }
}

/** The most bytes that Windows stores in one entry. No key is nearly as long. */
const MOST_BYTES = 2_560;

/** 'lost': the index lists the secret, but it cannot be read. 'absent': it was never stored. */
export type SecretLook =
  | { state: 'present'; last4: string; setAt: string }
  | { state: 'absent' }
  | { state: 'lost'; last4: string; setAt: string; message: string }
  | { state: 'environment'; last4: string };

/** `evenIfLost`: the person agrees to replace or remove a key that cannot be read. Otherwise that fails. */
export type Consent = { evenIfLost?: boolean };

export type Stores = { keychain: Keychain; file: FileStore; session: SecretStore };

/** Reads and writes secrets. Reads the index first, so that no unreadable secret is reported as absent. */
export function vaultOn(options: {
  indexFile: string;
  sealedFile: string;
  /** Name of the keychain, for messages. */
  name: string;
  stores: Stores;
  environment: NodeJS.ProcessEnv;
  now?: () => Date;
}) {
  const { indexFile, sealedFile, name: keychainTitle, stores, environment, now = () => new Date() } = options;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs changes of the index one after another, so that none overwrites another. Do not prompt in it. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function state(): Promise<VaultState> {
    const [keychain, file] = await Promise.all([stores.keychain.state(), stores.file.state()]);
    try {
      const { kept_in: chosen, secrets } = await readIndex(indexFile);
      const inFile = secrets
        .filter(({ kept_in }) => kept_in === 'file')
        .map(({ account }) => nameOf(account));
      return describeState({ name: keychainTitle, keychain, file, chosen, sealedFile, inFile });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { message } = error;
      const unknown = { kept_in: null, message, ways: [], start_anew: null };
      return { keychain, keychain_name: keychainTitle, file, ...unknown };
    }
  }

  /** Stores new keys in `place` from here on. Moves keys from memory there; other stored keys stay. */
  async function keepIn(place: SecretPlace): Promise<void> {
    let index: SecretIndex = { ...(await readIndex(indexFile)), kept_in: place };
    await writeIndex(indexFile, index);
    if (place === 'session') return;
    for (const row of index.secrets) {
      const secret = await stores.session.get(row.account);
      if (secret === null) continue;
      await keepSurely(stores[place], row.account, secret);
      index = withRow(index, { ...row, kept_in: place });
      await writeIndex(indexFile, index);
      await stores.session.delete(row.account);
    }
  }

  /** Starts a new file for a forgotten passphrase. Putting both copied files back restores everything. */
  async function startNewFile(passphrase: string): Promise<void> {
    if ((await stores.file.state()) === 'open')
      throw new Failure('vault', 'The file of keys is open, so nothing in it has to be given up.');
    await copyAside([sealedFile, indexFile], now().toISOString().slice(0, 10));
    await stores.file.replace(passphrase);
    const index = await readIndex(indexFile);
    const secrets = index.secrets.filter(({ kept_in }) => kept_in !== 'file');
    await writeIndex(indexFile, { ...index, secrets });
    await keepIn('file');
  }

  async function act({ way, passphrase }: VaultRequest): Promise<void> {
    // Fails before anything is changed if the index is damaged.
    await readIndex(indexFile);
    switch (way) {
      case 'unlock':
        return stores.keychain.unlock();
      case 'use-keychain':
        await stores.keychain.unlock();
        return inTurn(() => keepIn('keychain'));
      case 'use-session':
        return inTurn(() => keepIn('session'));
      case 'use-file':
        return inTurn(async () => {
          await stores.file.create(needed(passphrase));
          await keepIn('file');
        });
      case 'open-file':
        return stores.file.open(needed(passphrase));
      case 'new-file':
        return inTurn(() => startNewFile(needed(passphrase)));
      default:
        return assertNever(way);
    }
  }

  const fromEnvironment = (name: SecretName): string | undefined =>
    name.kind === 'publisher' ? environmentKey(environment, name.publisher) : undefined;

  const rowOf = async (name: SecretName): Promise<SecretRow | undefined> =>
    (await readIndex(indexFile)).secrets.find((row) => row.account === accountOf(name));

  /** @returns the stored secret, or why it is lost. */
  async function readOrWhyLost({
    account,
    kept_in,
  }: SecretRow): Promise<{ secret: string } | { lost: string }> {
    try {
      const secret = await stores[kept_in].get(account);
      return secret === null ? { lost: MISSING[kept_in] } : { secret };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { lost: error.message };
    }
  }

  function refuseIfSet(name: SecretName): void {
    if (name.kind !== 'publisher' || fromEnvironment(name) === undefined) return;
    const variable = keyVariable(name.publisher);
    throw new Failure(
      'vault',
      `This key comes from the environment variable ${variable} and is changed there: Almanac only reads it.`,
    );
  }

  /** @returns the stored secret, or null if it is lost. @throws Failure 'vault' if lost without consent. */
  async function refuseIfLost(row: SecretRow, evenIfLost: boolean): Promise<string | null> {
    const found = await readOrWhyLost(row);
    if ('secret' in found) return found.secret;
    if (evenIfLost) return null;
    throw new Failure('vault', `${found.lost} The record of this key is left as it is.`);
  }

  async function forget(row: SecretRow, evenIfLost: boolean): Promise<void> {
    try {
      await stores[row.kept_in].delete(row.account);
    } catch (error) {
      if (!(error instanceof Failure && evenIfLost)) throw error;
    }
  }

  async function write(name: SecretName, secret: string, evenIfLost: boolean): Promise<void> {
    refuseIfSet(name);
    const size = Buffer.byteLength(secret);
    if (size === 0 || size > MOST_BYTES)
      throw new Failure('vault', `A key has from 1 to ${MOST_BYTES} bytes; this one has ${size}.`);
    const index = await readIndex(indexFile);
    const account = accountOf(name);
    const before = index.secrets.find((row) => row.account === account);
    const old = before === undefined ? null : await refuseIfLost(before, evenIfLost);
    const place = index.kept_in ?? placeNow({ chosen: null, keychain: await stores.keychain.state() });
    await keepSurely(stores[place], account, secret);
    const row = { account, last4: lastFour(secret), set_at: now().toISOString(), kept_in: place };
    try {
      await writeIndex(indexFile, { ...withRow(index, row), kept_in: place });
    } catch (error) {
      await putBack(stores[place], account, before?.kept_in === place ? old : null);
      throw error;
    }
    if (before !== undefined && before.kept_in !== place) await forget(before, true);
  }

  async function remove(name: SecretName, evenIfLost: boolean): Promise<void> {
    refuseIfSet(name);
    const index = await readIndex(indexFile);
    const row = index.secrets.find((each) => each.account === accountOf(name));
    if (row === undefined) return;
    await refuseIfLost(row, evenIfLost);
    await forget(row, evenIfLost);
    await writeIndex(indexFile, withoutRow(index, row.account));
  }

  return {
    /** Never prompts. Before the first request for a secret it leaves the keychain alone ('unknown'). */
    state,
    /** @throws Failure 'vault' with a sentence if the choice fails. */
    async choose(request: VaultRequest): Promise<VaultState> {
      await act(request);
      return state();
    },
    /** The stored secrets according to the index, without asking the keychain. */
    async names(): Promise<readonly { name: SecretName; last4: string; setAt: string }[]> {
      const { secrets } = await readIndex(indexFile);
      return secrets.map(({ account, last4, set_at }) => ({ name: nameOf(account), last4, setAt: set_at }));
    },
    async look(name: SecretName): Promise<SecretLook> {
      const given = fromEnvironment(name);
      if (given !== undefined) return { state: 'environment', last4: lastFour(given) };
      const row = await rowOf(name);
      if (row === undefined) return { state: 'absent' };
      const { last4, set_at: setAt } = row;
      const found = await readOrWhyLost(row);
      return 'secret' in found
        ? { state: 'present', last4, setAt }
        : { state: 'lost', last4, setAt, message: found.lost };
    },
    /** @throws Failure 'vault' with advice if the secret is locked, lost or absent. */
    async read(name: SecretName): Promise<string> {
      const given = fromEnvironment(name);
      if (given !== undefined) return given;
      const row = await rowOf(name);
      if (row === undefined) throw new Failure('vault', 'No such key is kept.');
      const found = await readOrWhyLost(row);
      if ('lost' in found) throw new Failure('vault', found.lost);
      return found.secret;
    },
    /** Writes, reads back and compares; changes nothing on failure. @throws Failure 'vault'; see `Consent` */
    write: (name: SecretName, secret: string, { evenIfLost = false }: Consent = {}): Promise<void> =>
      inTurn(() => write(name, secret, evenIfLost)),
    /** Does nothing if the secret is absent. @throws Failure 'vault' if it is lost (see `Consent`). */
    remove: (name: SecretName, { evenIfLost = false }: Consent = {}): Promise<void> =>
      inTurn(() => remove(name, evenIfLost)),
  };
}

function needed(passphrase: string | undefined): string {
  if (passphrase !== undefined && passphrase.length >= 8) return passphrase;
  throw new Failure('vault', 'The file of keys takes a passphrase of at least 8 characters.');
}

/** Why a readable place may lack a secret that the index lists. */
const MISSING: Readonly<Record<SecretPlace, string>> = {
  keychain:
    'The keychain gives nothing for this key: it was removed there by something else, belongs to another keyring, or the keychain was locked meanwhile.',
  session: 'This key was kept in memory, and Almanac has ended since.',
  file: 'The file of keys does not hold this key: an older copy of it may have been put back.',
};

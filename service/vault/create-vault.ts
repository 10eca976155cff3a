import { createRequire } from 'node:module';
import path from 'node:path';
import { type Choices, createChoices } from './choices.ts';
import { createKeychain } from './keychain.ts';
import { probeSecretService } from './probe-secret-service.ts';
import { type AskShell, createFileStore, createSessionStore } from './secret-stores.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { keychainName } from './tell-state.ts';

export type Vault = Choices & Secrets;

/** How long the Secret Service may take to say whether it is locked, which asks nobody. */
const PROBE_MS = 5_000;

export type VaultOptions = {
  /** Holds the index `vault.json` and, if keys are kept under a passphrase, `vault-sealed.json`. */
  dataDir: string;
  askKeychain: AskShell;
  /** Holds ALMANAC_KEY_<PUBLISHER>, which the service's own environment lacks, and the address of the session's D-Bus. */
  environment: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  probeMs?: number;
  /** Whether keytar is installed. Does not load it. */
  isKeytarInstalled?: () => boolean;
  now?: () => Date;
};

/** Opens and starts nothing yet: index, keychain and file are first touched when somebody asks for them. */
export function createVault(options: VaultOptions): Vault {
  const { dataDir, askKeychain, environment, platform = process.platform, probeMs = PROBE_MS } = options;
  const indexFile = path.join(dataDir, 'vault.json');
  const name = keychainName(platform);
  const keychain = createKeychain({
    name,
    askKeychain,
    probe: hasOwnKeychain(platform) ? undefined : () => probeSecretService(environment, probeMs),
    isInstalled: options.isKeytarInstalled ?? isKeytarInstalled,
  });
  const sealedFile = path.join(dataDir, 'vault-sealed.json');
  const now = options.now ?? (() => new Date());
  const session = createSessionStore(askKeychain);
  const stores = { keychain, file: createFileStore(sealedFile, session), session };
  const inTurn = queue();
  const choices = createChoices({ indexFile, sealedFile, name, stores, inTurn, now });
  const secrets = createSecrets({ indexFile, stores, environment, now });
  return {
    state: choices.state,
    names: secrets.names,
    look: secrets.look,
    read: secrets.read,
    choose: choices.choose,
    write: (name, secret, word) => inTurn(() => secrets.write(name, secret, word)),
    remove: (name, word) => inTurn(() => secrets.remove(name, word)),
  };
}

/** Any other system has a Secret Service, or nothing. */
function hasOwnKeychain(platform: NodeJS.Platform): boolean {
  return platform === 'darwin' || platform === 'win32';
}

/** Runs changes of the index one after another, so that none overwrites another. */
function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

function isKeytarInstalled(): boolean {
  try {
    // The package alone does not do: its program is compiled or downloaded by the launcher, which may have failed.
    createRequire(import.meta.url).resolve('keytar/build/Release/keytar.node');
    return true;
  } catch {
    return false;
  }
}

import { environmentKey, keyVariable } from '../contract/access.ts';
import { Failure } from '../contract/failure.ts';
import type { Stores } from './choices.ts';
import {
  accountOf,
  lastFour,
  nameOf,
  readIndex,
  type SecretName,
  type SecretPlace,
  type SecretRow,
  withoutRow,
  withRow,
  writeIndex,
} from './secret-index.ts';
import { keepSurely, putBack } from './secret-stores.ts';
import { placeNow } from './tell-state.ts';

/** Windows keeps at most this much in one entry; no key is nearly as long. */
const MOST_BYTES = 2_560;

/** 'lost': the index lists it, but it is not there or cannot be read. 'absent': it was never kept. */
export type SecretLook =
  | { state: 'present'; last4: string; setAt: string }
  | { state: 'absent' }
  | { state: 'lost'; last4: string; setAt: string; message: string }
  | { state: 'environment'; last4: string };

/** `evenIfLost`: the person agrees that a key that cannot be read now is replaced or removed. Otherwise that fails. */
export type Consent = { evenIfLost?: boolean };

export type Secrets = ReturnType<typeof createSecrets>;

type Found = { t: 'found'; secret: string } | { t: 'lost'; message: string };

/** Reads and writes secrets. Looks into the index first, so that a secret that cannot be read is never reported as absent. */
export function createSecrets(options: {
  indexFile: string;
  stores: Stores;
  environment: NodeJS.ProcessEnv;
  now: () => Date;
}) {
  const { indexFile, stores, environment, now } = options;

  function fromEnvironment(name: SecretName): string | undefined {
    return name.kind === 'publisher' ? environmentKey(environment, name.publisher) : undefined;
  }

  async function rowOf(name: SecretName): Promise<SecretRow | undefined> {
    const { secrets } = await readIndex(indexFile);
    return secrets.find((row) => row.account === accountOf(name));
  }

  async function find({ account, kept_in }: SecretRow): Promise<Found> {
    try {
      const secret = await stores[kept_in].get(account);
      return secret === null ? { t: 'lost', message: MISSING[kept_in] } : { t: 'found', secret };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { t: 'lost', message: error.message };
    }
  }

  function refuseWhereSet(name: SecretName): void {
    if (name.kind !== 'publisher' || fromEnvironment(name) === undefined) return;
    const variable = keyVariable(name.publisher);
    throw new Failure(
      'vault',
      `This key comes from the environment variable ${variable} and is changed there: Almanac only reads it.`,
    );
  }

  /**
   * @returns the kept secret; null where it is lost. @throws Failure 'vault' where it is lost and the person has not agreed.
   */
  async function refuseWhereLost(row: SecretRow, evenIfLost: boolean): Promise<string | null> {
    const found = await find(row);
    if (found.t === 'found') return found.secret;
    if (evenIfLost) return null;
    throw new Failure('vault', `${found.message} What is noted of this key is left as it is.`);
  }

  async function forget(row: SecretRow, evenIfLost: boolean): Promise<void> {
    try {
      await stores[row.kept_in].delete(row.account);
    } catch (error) {
      if (!(error instanceof Failure && evenIfLost)) throw error;
    }
  }

  return {
    /** The kept secrets by the index, without asking the keychain. */
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
      const found = await find(row);
      return found.t === 'found'
        ? { state: 'present', last4, setAt }
        : { state: 'lost', last4, setAt, message: found.message };
    },
    /** @throws Failure 'vault' where it is locked, lost or absent, with a sentence that says which and what to do. */
    async read(name: SecretName): Promise<string> {
      const given = fromEnvironment(name);
      if (given !== undefined) return given;
      const row = await rowOf(name);
      if (row === undefined) throw new Failure('vault', 'No such key is kept.');
      const found = await find(row);
      if (found.t === 'lost') throw new Failure('vault', found.message);
      return found.secret;
    },
    /**
     * Writes, reads back and compares. @throws Failure 'vault' where that fails, and where a key of this name is lost (see `Consent`);
     * nothing is changed then.
     */
    async write(name: SecretName, secret: string, { evenIfLost = false }: Consent = {}): Promise<void> {
      refuseWhereSet(name);
      const size = Buffer.byteLength(secret);
      if (size === 0 || size > MOST_BYTES) {
        throw new Failure('vault', `A key has from 1 to ${MOST_BYTES} bytes; this one has ${size}.`);
      }
      const index = await readIndex(indexFile);
      const account = accountOf(name);
      const before = index.secrets.find((row) => row.account === account);
      const old = before === undefined ? null : await refuseWhereLost(before, evenIfLost);
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
    },
    /** Does nothing where it is absent. @throws Failure 'vault' where it is lost (see `Consent`). */
    async remove(name: SecretName, { evenIfLost = false }: Consent = {}): Promise<void> {
      refuseWhereSet(name);
      const index = await readIndex(indexFile);
      const row = index.secrets.find((each) => each.account === accountOf(name));
      if (row === undefined) return;
      await refuseWhereLost(row, evenIfLost);
      await forget(row, evenIfLost);
      await writeIndex(indexFile, withoutRow(index, row.account));
    },
  };
}

/** Why a place that can be read may lack a secret that the index lists. */
const MISSING: Readonly<Record<SecretPlace, string>> = {
  keychain:
    'The keychain gives nothing for this key: it was removed there by something else, belongs to another keyring, or the keychain was locked meanwhile.',
  session: 'This key was kept in memory, and Almanac has ended since.',
  file: 'The file of keys does not hold this key: an older copy of it may have been put back.',
};

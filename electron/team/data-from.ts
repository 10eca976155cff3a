import { Failure } from '../../service/contract/failure.ts';
import type { FollowedTeam, TeamAbout } from '../../service/contract/team.ts';
import type { CheckedTeam, TeamChoice, TeamRequest } from '../../service/contract/team-choice.ts';
import type { SecretName, Vault } from '../vault/types.ts';
import { teamAddress } from './team-address.ts';

/** Where the data come from: the folder of this computer, or a team's Almanac. */
export type DataFrom = {
  /** Never contains the key. */
  choice(): Promise<TeamChoice>;
  /** Asks the team; stores nothing. @throws Failure 'wrong_usage', and those of `askTeam`. */
  check(request: TeamRequest): Promise<CheckedTeam>;
  /** Asks the team; then keeps the key and the address, and starts the service anew. @throws as `check`, and 'vault', 'folder_unusable'; nothing is changed then. */
  follow(request: TeamRequest): Promise<void>;
  /** Goes back to the data of this computer, which nothing has touched, and forgets the key. @throws Failure 'folder_unusable'. */
  leave(): Promise<void>;
  /**
   * What the service is started with. @returns undefined for the data of this computer; a key that cannot be read is ''. It is waited for
   * for some seconds only, since a keychain may ask a person, and the copy of the data can be read without it.
   */
  atStart(): Promise<FollowedTeam> | undefined;
};

export type DataFromParts = {
  vault: Vault;
  /** The setting `team`. */
  setting: { read: () => string; write: (address: string) => void };
  ask: (team: FollowedTeam) => Promise<TeamAbout>;
  /** Ends the service and starts it with what is set now. */
  restart: () => Promise<void>;
  /** Whether an import or a refresh is under way, which a restart would end. */
  isBusy: () => Promise<boolean>;
  log: (line: string) => void;
  keyWaitMs?: number;
};

export function createDataFrom(parts: DataFromParts): DataFrom {
  const { vault, setting, ask, restart, log, keyWaitMs = 5_000 } = parts;

  async function checked({ address: typed, key: text }: TeamRequest): Promise<CheckedTeam & { key: string }> {
    const address = teamAddress(typed);
    const key = text.trim();
    return { address, key, about: await ask({ address, key }) };
  }

  async function refuseWhileBusy(): Promise<void> {
    if (await parts.isBusy())
      throw new Failure(
        'wrong_usage',
        'An import or a refresh is under way. Wait until it has ended, then try again.',
      );
  }

  /** A key that stays in a keychain that does not open now is of no use to anybody: it is tried only. */
  async function forget(address: string): Promise<void> {
    try {
      await vault.remove(secretOf(address), { evenIfLost: true });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log(`The key of ${address} could not be removed: ${error.message}`);
    }
  }

  async function keptKey(address: string): Promise<string> {
    try {
      return await vault.read(secretOf(address));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log(`The key of ${address} cannot be read: ${error.message}`);
      return '';
    }
  }

  return {
    async choice() {
      const address = setting.read();
      const state = await vault.state();
      const none = { address, key: 'absent', last4: null, message: null, vault: state } as const;
      if (address === '') return none;
      const look = await vault.look(secretOf(address));
      if (look.state === 'absent') return none;
      const message = look.state === 'lost' ? look.message : null;
      return { ...none, key: look.state === 'lost' ? 'lost' : 'present', last4: look.last4, message };
    },
    async check(request) {
      const { address, about } = await checked(request);
      return { address, about };
    },
    async follow(request) {
      await refuseWhileBusy();
      const { address, key } = await checked(request);
      const name = secretOf(address);
      const before = setting.read();
      const look = await vault.look(name);
      const keyBefore = look.state === 'present' ? await vault.read(name) : undefined;
      await vault.write(name, key, { evenIfLost: true });
      try {
        setting.write(address);
      } catch (error) {
        if (keyBefore === undefined) await forget(address);
        else await vault.write(name, keyBefore);
        throw error;
      }
      if (before !== '' && before !== address) await forget(before);
      await restart();
    },
    async leave() {
      await refuseWhileBusy();
      const address = setting.read();
      if (address === '') return;
      setting.write('');
      await forget(address);
      await restart();
    },
    atStart() {
      const address = setting.read();
      if (address === '') return undefined;
      let overdue: NodeJS.Timeout | undefined;
      const late = new Promise<string>((resolve) => {
        overdue = setTimeout(() => {
          log(`The key of ${address} was not there in time, so the copy of the data is shown without it.`);
          resolve('');
        }, keyWaitMs);
      });
      return Promise.race([keptKey(address), late])
        .finally(() => clearTimeout(overdue))
        .then((key) => ({ address, key }));
    },
  };
}

/** The key belongs to one address: an address that somebody else writes into the settings never gets it. */
function secretOf(address: string): SecretName {
  return { kind: 'team', address };
}

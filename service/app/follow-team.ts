import type { EndpointHandlers } from '../api/index.ts';
import { Failure, quoted } from '../contract/failure.ts';
import type { FollowedTeam, TeamAbout } from '../contract/team.ts';
import { type CheckedTeam, TEAM_ADDRESS, type TeamChoice, type TeamRequest } from '../contract/team.ts';
import type { SecretName, Vault } from '../vault/index.ts';

export type FollowTeamParts = {
  vault: Vault;
  setting: { read: () => string; write: (address: string) => void };
  ask: (team: FollowedTeam) => Promise<TeamAbout>;
  /** Ends the service after this request, and starts it with the new settings. */
  restart: () => void;
  /** True if an import or a refresh is under way, which a restart would end. */
  isBusy: () => boolean;
  log: (line: string) => void;
};

/** The page's actions to show and choose where the data come from: this computer, or a team's Almanac. */
export function followTeamHandlers(parts: FollowTeamParts) {
  const { vault, setting, ask, restart, log } = parts;

  async function checked({ address: typed, key: text }: TeamRequest): Promise<CheckedTeam & { key: string }> {
    const address = teamAddress(typed);
    const key = text.trim();
    return { address, key, about: await ask({ address, key }) };
  }

  function refuseWhileBusy(): void {
    if (parts.isBusy())
      throw new Failure(
        'wrong_usage',
        'An import or a refresh is under way. Wait until it has ended, then try again.',
      );
  }

  /** Tries to remove a key. A key that stays in a locked keychain does no harm. */
  async function forget(address: string): Promise<void> {
    try {
      await vault.remove(secretOf(address), { evenIfLost: true });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log(`The key of ${address} could not be removed: ${error.message}`);
    }
  }

  return {
    /** The answer never contains the key. */
    async team(): Promise<TeamChoice> {
      const address = setting.read();
      const state = await vault.state();
      const none = { address, key: 'absent', last4: null, message: null, vault: state } as const;
      if (address === '') return none;
      const look = await vault.look(secretOf(address));
      if (look.state === 'absent') return none;
      const message = look.state === 'lost' ? look.message : null;
      return { ...none, key: look.state === 'lost' ? 'lost' : 'present', last4: look.last4, message };
    },
    /** Stores nothing. @throws Failure 'wrong_usage', and the failures of `askTeam`. */
    async 'check-team'(request) {
      const { address, about } = await checked(request);
      return { address, about };
    },
    /** @throws as 'check-team', and Failure 'vault', 'folder_unusable'; then nothing is changed. */
    async 'follow-team'(request) {
      refuseWhileBusy();
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
      restart();
      return {};
    },
    /** Returns to this computer's untouched data, and forgets the key. @throws Failure 'folder_unusable'. */
    async 'leave-team'() {
      refuseWhileBusy();
      const address = setting.read();
      if (address === '') return {};
      setting.write('');
      await forget(address);
      restart();
      return {};
    },
  } satisfies Partial<EndpointHandlers>;
}

/**
 * @returns the followed team; undefined for this computer's data. The key is '' if the vault does not give it
 * within `waitMs`: a keychain may prompt, and the copy can be read without the key.
 */
export async function followedAtStart(
  vault: Pick<Vault, 'read'>,
  address: string,
  log: (line: string) => void,
  waitMs = 5_000,
): Promise<FollowedTeam | undefined> {
  if (address === '') return undefined;
  let overdue: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    overdue = setTimeout(() => {
      log(`The key of ${address} was not there in time, so the copy of the data is shown without it.`);
      resolve('');
    }, waitMs);
  });
  const read = vault.read(secretOf(address)).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    log(`The key of ${address} cannot be read: ${error.message}`);
    return '';
  });
  try {
    return { address, key: await Promise.race([read, late]) };
  } finally {
    clearTimeout(overdue);
  }
}

/** Binds the key to one address: an address that others write into the settings never gets it. */
function secretOf(address: string): SecretName {
  return { kind: 'team', address };
}

/** @returns the typed address in the form `https://data.example.org`. @throws Failure 'wrong_usage'. */
function teamAddress(text: string): string {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  const refuse = (why: string) => new Failure('wrong_usage', `${why}, for example https://data.example.org.`);
  if (!url || url.hostname === '' || !/^https?:$/.test(url.protocol))
    throw refuse(
      `${typed === '' ? 'The address is empty' : `${quoted(typed)} is not an address`}: give the address of the team's Almanac`,
    );
  if (url.username !== '' || url.password !== '')
    throw refuse('The address has a name or a password in it: give the address alone, and the key beside it');
  if (!new RegExp(TEAM_ADDRESS).test(url.origin))
    throw refuse(
      `http:// would show the key to everybody on the way to ${url.host}: give an address with https://`,
    );
  return url.origin;
}

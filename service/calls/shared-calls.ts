import type { EndpointHandlers } from '../api/index.ts';
import { Failure } from '../contract/failure.ts';
import type { AskedItem } from '../contract/saved.ts';
import { type KnownShared, NO_TEAM, type ShareRequest } from '../contract/shared.ts';

/** What the team shares, for a computer that follows one. */
export type FollowedShared = {
  /** @returns the list, or the last that is known where the team does not answer. */
  list(): Promise<KnownShared>;
  /** @returns the list after it. @throws Failure with one line why it was not done. */
  share(item: ShareRequest): Promise<KnownShared>;
  /** @returns the list after it. @throws Failure with one line why it was not done. */
  withdraw(asked: AskedItem): Promise<KnownShared>;
};

/** @returns the handlers of the calls about what a team shares. @param shared undefined: this computer belongs to no team */
export function sharedCalls(shared: FollowedShared | undefined) {
  const ofTeam = (): FollowedShared => {
    if (shared) return shared;
    throw new Failure(
      'wrong_usage',
      "This Almanac belongs to no team. Choose a team's address in Settings, Data from.",
    );
  };
  return {
    'shared-items': async () => (await shared?.list()) ?? NO_TEAM,
    'share-item': async (item) => ofTeam().share(item),
    'withdraw-item': async (asked) => ofTeam().withdraw(asked),
  } satisfies Partial<EndpointHandlers>;
}

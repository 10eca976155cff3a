import { type Static, Type } from 'typebox';
import { orNull } from './schema.ts';
import { TeamAbout } from './team.ts';
import { VaultState } from './vault.ts';

/** Where this computer's data come from: its own folder, or a team's Almanac. The host answers the page; the key never goes back to it. */

/** What the setting `team` takes. Plain HTTP is for this computer only: elsewhere the key could be read on its way. */
export const TEAM_ADDRESS = String.raw`^(https://[^/?#@\s\\]+|http://(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?)?$`;

/** `GET /host/team`. */
export const TeamChoice = Type.Object({
  /** As the setting; '' for the data of this computer. */
  address: Type.String(),
  /** 'lost': it was kept, and cannot be read now. */
  key: Type.Enum(['absent', 'present', 'lost']),
  last4: orNull(Type.String()),
  /** Why the key cannot be read; null if it can, or if there is none. */
  message: orNull(Type.String()),
  vault: VaultState,
});
export type TeamChoice = Static<typeof TeamChoice>;

/** `POST /host/check-team` and `POST /host/follow-team`. */
export const TeamRequest = Type.Object({
  address: Type.String({ maxLength: 1_000 }),
  key: Type.String({ minLength: 1, maxLength: 400 }),
});
export type TeamRequest = Static<typeof TeamRequest>;

/** Answer of `check-team`: who is there. Nothing was stored. */
export const CheckedTeam = Type.Object({ address: Type.String(), about: TeamAbout });
export type CheckedTeam = Static<typeof CheckedTeam>;

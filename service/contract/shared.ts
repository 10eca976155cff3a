import { type Static, Type } from 'typebox';
import { ItemFields, ItemId, SavedItem } from './saved.ts';
import { arrayOf, orNull } from './schema.ts';

/** Items shared in a team: `GET /team/v1/shared`, `POST /team/v1/share`, `/withdraw` and `/sign-in`. */

/** A saved item that somebody has shared. Only this person changes it, by sharing it again. */
export const SharedItem = Type.Intersect([
  SavedItem,
  Type.Object({
    /** The name of the key with which it was shared. */
    shared_by: Type.String(),
    /** Whether the reader may withdraw the item: it is their own, or their key has the role admin. */
    may_withdraw: Type.Boolean(),
  }),
]);
export type SharedItem = Static<typeof SharedItem>;

/** `GET /team/v1/shared`, last shared first. `may_share`: the key has the role publish or admin. */
export const SharedItems = Type.Object({ may_share: Type.Boolean(), items: arrayOf(SharedItem) });
export type SharedItems = Static<typeof SharedItems>;

export const KnownShared = Type.Interface([SharedItems], {
  /** Whether this Almanac belongs to a team; if not, nothing can be shared from it. */
  has_team: Type.Boolean(),
  /** When the team last answered (UTC, ISO 8601), if it does not answer now; null: the list is the newest. */
  known_at: orNull(Type.String()),
});
export type KnownShared = Static<typeof KnownShared>;

export const NO_TEAM: KnownShared = { has_team: false, may_share: false, known_at: null, items: [] };

/** `POST /team/v1/share`: adds an item, or replaces the sender's earlier one. Answers `SharedItems`. */
export const ShareRequest = Type.Intersect([ItemFields, Type.Object({ id: ItemId })]);
export type ShareRequest = Static<typeof ShareRequest>;

/** `POST /team/v1/sign-in` with the key in the header. Send the session as `Authorization: Bearer …`. */
export const TeamSession = Type.Object({ session: Type.String(), expires_at: Type.String() });
export type TeamSession = Static<typeof TeamSession>;

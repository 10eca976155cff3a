import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** Saved views, boards and lists: `GET /host/saved`, `POST /host/save-item`. Times are UTC, ISO 8601. */

/** The address of a screen: its path and its search parameters, such as '/explore?series=us_debt.debt_total&range=5Y'. */
const Address = Type.String({ pattern: '^/[a-z]', maxLength: 8000 });
/** Made by the page that saves an item first, so that saving twice after a lost answer makes one item. */
export const ItemId = Type.String({ pattern: '^[a-z0-9]{8,40}$', maxLength: 40 });

/**
 * The published numbers behind a view: SHA-256, in hex, over the lines `series,area,date,value` of its inputs, in order, each with a line feed.
 * Of lists of members the lines are `series,date,ticker,name,sector,weight`, as CSV.
 */
export const Frozen = Type.Object({
  as_of: Type.String({ maxLength: 40 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }),
  rows: Type.Integer({ minimum: 0 }),
  /** Of Constituents: the lists that it shows, the first one first, as 'SPY@2025-02-07'; a ledger of each business day of 19 years has 5,000. */
  lists: Type.Optional(Type.Immutable(Type.Array(Type.String({ maxLength: 51 }), { maxItems: 5000 }))),
});
export type Frozen = Static<typeof Frozen>;

/** `POST /host/freeze`. Answers a `Frozen`, or says why what the address shows cannot be frozen. */
export const FreezeRequest = Type.Object({ address: Address });

export const FrozenRequest = Type.Object({ address: Address, frozen: Frozen });

/**
 * 'same' and 'changed': the inputs can be rebuilt; 'lost': they cannot, as after an older back-up was restored. Of `total` so many are other values
 * now (`revised`) or absent (`gone`); `added` came since.
 */
export const FrozenCheck = Type.Object({
  state: Type.Enum(['same', 'changed', 'lost']),
  revised: Type.Integer(),
  added: Type.Integer(),
  gone: Type.Integer(),
  total: Type.Integer(),
  /** Of Constituents: members with another weight, new lists of the ledger, and whether the list of a day was replaced by another. */
  lists: Type.Optional(
    Type.Object({ reweighted: Type.Integer(), added: Type.Integer(), is_replaced: Type.Boolean() }),
  ),
});
export type FrozenCheck = Static<typeof FrozenCheck>;

export const FrozenLines = Type.Object({ lines: Type.String() });

/** A screen as it was. Frozen: with the numbers of that instant. */
export const ViewContent = Type.Object({ address: Address, frozen: orNull(Frozen) });

/** A view on a board of 12 columns; x, y, w and h are in columns and rows of the board. */
export const BoardTile = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9]{1,40}$', maxLength: 40 }),
  title: Type.String({ maxLength: 200 }),
  address: Address,
  x: Type.Integer({ minimum: 0, maximum: 11 }),
  y: Type.Integer({ minimum: 0, maximum: 500 }),
  w: Type.Integer({ minimum: 1, maximum: 12 }),
  h: Type.Integer({ minimum: 1, maximum: 40 }),
  /** Its own range instead of the board's, as search parameters: 'range=5Y', 'from=2020-01-01&to=2024-12-31'; null: the board's. */
  range: orNull(Type.String({ maxLength: 100 })),
});
export type BoardTile = Static<typeof BoardTile>;

/** Views side by side, with one range. */
export const BoardContent = Type.Object({
  /** As search parameters; '': each view's own. */
  range: Type.String({ maxLength: 100 }),
  recessions: Type.Boolean(),
  tiles: Type.Immutable(Type.Array(BoardTile, { maxItems: 24 })),
});
export type BoardContent = Static<typeof BoardContent>;

export const EMPTY_BOARD: BoardContent = { range: 'range=5Y', recessions: true, tiles: [] };

/** Series to download in one go, in order, as many as one answer of the API has: ids such as 'jolts.quits_rate_sa', with a state 'ui_state_weekly_claims.initial_claims.CA'. */
export const ListContent = Type.Object({
  series: Type.Immutable(Type.Array(Type.String({ minLength: 3, maxLength: 200 }), { maxItems: 60 })),
});
export type ListContent = Static<typeof ListContent>;

const Texts = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  note: Type.String({ maxLength: 10_000 }),
  /** The folder's name; '' for none. */
  folder: Type.String({ maxLength: 100 }),
};

export const ItemFields = Type.Union([
  Type.Object({ kind: Type.Literal('view'), ...Texts, content: ViewContent }),
  Type.Object({ kind: Type.Literal('board'), ...Texts, content: BoardContent }),
  Type.Object({ kind: Type.Literal('list'), ...Texts, content: ListContent }),
]);
export type ItemFields = Static<typeof ItemFields>;
export type ItemKind = ItemFields['kind'];

/** What the store adds. `revision` grows by one with each change; `deleted_at`: in the bin since then, null if it is not. */
const Kept = Type.Object({
  id: ItemId,
  revision: Type.Integer({ minimum: 1 }),
  created_at: Type.String(),
  changed_at: Type.String(),
  deleted_at: orNull(Type.String()),
});

export const SavedItem = Type.Intersect([ItemFields, Kept]);
export type SavedItem = Static<typeof SavedItem>;

/** All of them, those in the bin too, the last changed first. `version` is that of `WorkVersion`. */
export const SavedItems = Type.Object({ version: Type.Integer(), items: arrayOf(SavedItem) });
export type SavedItems = Static<typeof SavedItems>;

/** `revision`: the one that the change was made to; 0 for a new item. */
export const SaveItemRequest = Type.Intersect([
  ItemFields,
  Type.Object({ id: ItemId, revision: Type.Integer({ minimum: 0 }), is_deleted: Type.Boolean() }),
]);
export type SaveItemRequest = Static<typeof SaveItemRequest>;

/** 'conflict': another window changed the item since the request's revision; nothing was stored, and `item` is what that window stored. */
export const SaveItemAnswer = Type.Object({ state: Type.Enum(['saved', 'conflict']), item: SavedItem });
export type SaveItemAnswer = Static<typeof SaveItemAnswer>;

export const AskedItem = Type.Object({ id: ItemId });
export type AskedItem = Static<typeof AskedItem>;

export const ItemVersions = Type.Object({ versions: arrayOf(SavedItem) });
export type ItemVersions = Static<typeof ItemVersions>;

/** Grows with every change of saved items, preferences and confirmed pairs, by whichever window or program. */
export const WorkVersion = Type.Object({ version: Type.Integer() });

/** The file with which saved items are handed on, `NAME.almanac.json`. */

/** Grows when an older Almanac could not read the file any more. */
export const LAYOUT = 1;

/** An item in a file. `lines`: the data of a frozen view, whose SHA-256 it names. */
export const FiledItem = Type.Object({ item: SavedItem, lines: Type.Optional(Type.String()) });
export type FiledItem = Static<typeof FiledItem>;

/** What a person has made, kept in work.sqlite: `GET /host/same-companies`, `POST /host/set-same-company`. */

const Company = Type.Object({
  ticker: Type.String({ minLength: 1, maxLength: 40 }),
  name: Type.String({ maxLength: 200 }),
});

/** Two tickers of one company, as a person has confirmed: `before` in the older list, `after` in the newer one. */
export const SameCompany = Type.Object({ before: Company, after: Company, confirmed_at: Type.String() });
export type SameCompany = Static<typeof SameCompany>;

export const SameCompanies = Type.Object({ pairs: arrayOf(SameCompany) });

/** Says that two tickers are one company, or takes it back. Saying the same again changes nothing. */
export const SetSameCompanyRequest = Type.Object({
  before: Company,
  after: Company,
  is_same: Type.Boolean(),
});
export type SetSameCompanyRequest = Static<typeof SetSameCompanyRequest>;

import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** Saved views, boards and lists: `GET /host/saved`, `POST /host/save-item`. Times are UTC, ISO 8601. */

/** The path and search of a screen, such as '/explore?series=us_debt.debt_total&range=5Y'. */
const Address = Type.String({ pattern: '^/[a-z]', maxLength: 8000 });
/** Made by the page that first saves an item, so that repeating a save after a lost answer adds no item. */
export const ItemId = Type.String({ pattern: '^[a-z0-9]{8,40}$', maxLength: 40 });

/**
 * The published numbers behind a view. `sha256`: hex, of the view's inputs as lines, each with a line feed.
 * A line is `series,area,date,value`, or for lists `series,date,ticker,name,sector,weight`, as CSV.
 */
export const Frozen = Type.Object({
  as_of: Type.String({ maxLength: 40 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }),
  rows: Type.Integer({ minimum: 0 }),
  /** For Constituents: the lists shown, as 'SPY@2025-02-07'. A daily ledger of 19 years has 5,000. */
  lists: Type.Optional(Type.Immutable(Type.Array(Type.String({ maxLength: 51 }), { maxItems: 5000 }))),
});
export type Frozen = Static<typeof Frozen>;

/** `POST /host/freeze`. Answers a `Frozen`, or an error if the view of the address cannot be frozen. */
export const FreezeRequest = Type.Object({ address: Address });

export const FrozenRequest = Type.Object({ address: Address, frozen: Frozen });

/**
 * 'lost': the inputs cannot be rebuilt, for example after an older back-up was restored.
 * `total` counts the frozen rows, `revised` those with another value now; `gone` are absent, `added` new.
 */
export const FrozenCheck = Type.Object({
  state: Type.Enum(['same', 'changed', 'lost']),
  revised: Type.Integer(),
  added: Type.Integer(),
  gone: Type.Integer(),
  total: Type.Integer(),
  /** For Constituents: reweighted members, new lists of the ledger, and whether a list was replaced. */
  lists: Type.Optional(
    Type.Object({ reweighted: Type.Integer(), added: Type.Integer(), is_replaced: Type.Boolean() }),
  ),
});
export type FrozenCheck = Static<typeof FrozenCheck>;

export const FrozenLines = Type.Object({ lines: Type.String() });

/** A screen at the time of saving; if frozen, with the numbers of that instant. */
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
  /** The tile's own range as search parameters: 'range=5Y', 'from=2020-01-01'; null: the board's range. */
  range: orNull(Type.String({ maxLength: 100 })),
});
export type BoardTile = Static<typeof BoardTile>;

/** Views side by side, with one range. */
export const BoardContent = Type.Object({
  /** Search parameters of the common range; '': each view has its own. */
  range: Type.String({ maxLength: 100 }),
  recessions: Type.Boolean(),
  tiles: Type.Immutable(Type.Array(BoardTile, { maxItems: 24 })),
});
export type BoardContent = Static<typeof BoardContent>;

export const EMPTY_BOARD: BoardContent = { range: 'range=5Y', recessions: true, tiles: [] };

/**
 * Series to download in one go, at most as many as one API answer has. An id is 'jolts.quits_rate_sa', or
 * with a state 'ui_state_weekly_claims.initial_claims.CA'.
 */
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

/** Added by the store. `revision` grows by one per change; `deleted_at`: when it went to the bin, or null. */
const Kept = Type.Object({
  id: ItemId,
  revision: Type.Integer({ minimum: 1 }),
  created_at: Type.String(),
  changed_at: Type.String(),
  deleted_at: orNull(Type.String()),
});

export const SavedItem = Type.Intersect([ItemFields, Kept]);
export type SavedItem = Static<typeof SavedItem>;

/** All items, including deleted ones in the bin, last changed first. `version`: as in `WorkVersion`. */
export const SavedItems = Type.Object({ version: Type.Integer(), items: arrayOf(SavedItem) });
export type SavedItems = Static<typeof SavedItems>;

/** `revision`: the revision that the person changed; 0 for a new item. */
export const SaveItemRequest = Type.Intersect([
  ItemFields,
  Type.Object({ id: ItemId, revision: Type.Integer({ minimum: 0 }), is_deleted: Type.Boolean() }),
]);
export type SaveItemRequest = Static<typeof SaveItemRequest>;

/** 'conflict': nothing was stored, because another window had changed the item; `item` is its version. */
export const SaveItemAnswer = Type.Object({ state: Type.Enum(['saved', 'conflict']), item: SavedItem });
export type SaveItemAnswer = Static<typeof SaveItemAnswer>;

export const AskedItem = Type.Object({ id: ItemId });
export type AskedItem = Static<typeof AskedItem>;

export const ItemVersions = Type.Object({ versions: arrayOf(SavedItem) });
export type ItemVersions = Static<typeof ItemVersions>;

/** Grows with every change of saved items, preferences and confirmed pairs by any window or program. */
export const WorkVersion = Type.Object({ version: Type.Integer() });

/** The file `NAME.almanac.json`, in which people pass on saved items. */

/** Raise it if an older Almanac could no longer read the file. */
export const LAYOUT = 1;

/** An item in a file. `lines`: the data of a frozen view, for checking against its SHA-256. */
export const FiledItem = Type.Object({ item: SavedItem, lines: Type.Optional(Type.String()) });
export type FiledItem = Static<typeof FiledItem>;

/** Confirmed pairs of companies: `GET /host/same-companies`, `POST /host/set-same-company`. */

const Company = Type.Object({
  ticker: Type.String({ minLength: 1, maxLength: 40 }),
  name: Type.String({ maxLength: 200 }),
});

/** Two tickers that a person confirmed as one company: `before` in the older list, `after` in the newer. */
export const SameCompany = Type.Object({ before: Company, after: Company, confirmed_at: Type.String() });
export type SameCompany = Static<typeof SameCompany>;

export const SameCompanies = Type.Object({ pairs: arrayOf(SameCompany) });

/** Confirms that two tickers are one company, or withdraws it. Repeating it changes nothing. */
export const SetSameCompanyRequest = Type.Object({
  before: Company,
  after: Company,
  is_same: Type.Boolean(),
});
export type SetSameCompanyRequest = Static<typeof SetSameCompanyRequest>;

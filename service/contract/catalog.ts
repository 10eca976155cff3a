import { type Static, Type } from 'typebox';

/** Body of `GET /api/v1/catalog`: each dataset and series, and the range of the stored data. */

export const Origin = Type.Union([Type.Literal('publisher'), Type.Literal('file'), Type.Literal('sample')], {
  description:
    'Where the data came from: fetched from the publisher, imported from a file, or made up as a sample',
});
export type Origin = Static<typeof Origin>;

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Aggregation = Type.Union([Type.Literal('avg'), Type.Literal('sum'), Type.Literal('eop')]);

/** The stored data of a dataset or a series. If there are none, `count` is 0 and the dates are null. */
const Held = {
  count: Type.Integer({ description: 'Observations (constituents: rows of the newest as_of)' }),
  first_date: Nullable(Type.String()),
  last_date: Nullable(
    Type.String({
      description: 'For constituents: the day of the newest list. Each index and fund has its own day',
    }),
  ),
};

/** A list of the members of an index or fund, as of a day. */
export const HeldList = Type.Object({
  as_of: Type.String({ description: 'The day of the list; `date` of /constituents takes it' }),
  count: Type.Integer({ description: 'Its members' }),
  has_weights: Type.Boolean({ description: 'Whether any of its members has a weight' }),
  origin: Origin,
});
export type HeldList = Static<typeof HeldList>;

export const CatalogSeries = Type.Object({
  code: Type.String(),
  title: Type.String(),
  description: Type.String(),
  group: Type.String(),
  unit: Type.String(),
  unit_short: Type.String(),
  multiplier: Type.Integer({ description: 'Power of ten to the base unit' }),
  frequency: Type.String(),
  frequency_detail: Type.String(),
  seasonal_adjustment: Type.String(),
  default_aggregation: Nullable(Aggregation),
  allowed_aggregations: Type.Array(Aggregation),
  publisher_ids: Type.Array(Type.Object({ system: Type.String(), id: Type.String() })),
  synonyms: Type.Array(Type.String()),
  discontinued: Type.Boolean({
    description: 'Whether the publisher has ended the series. One that is merely late is not: see freshness',
  }),
  discontinued_on: Nullable(
    Type.String({ description: 'Date of the last observation of a series that has ended' }),
  ),
  ...Held,
  lists: Type.Optional(
    Type.Array(HeldList, {
      description: 'For an index or fund only: its lists, newest first',
    }),
  ),
});
export type CatalogSeries = Static<typeof CatalogSeries>;

/** Whether the stored copy is up to date, according to the publisher's release calendar. */
export const DatasetFreshness = Type.Object({
  state: Type.Union(
    [Type.Literal('current'), Type.Literal('due'), Type.Literal('late'), Type.Literal('unscheduled')],
    {
      description:
        'current: everything released is here; due: the next observation should be out, or is about to be, and is not here; late: it should long be here; unscheduled: the publisher has no calendar',
    },
  ),
  days_late: Type.Integer({
    description:
      'Whole days since the latest day of the release of the oldest missing observation; 0 unless late',
  }),
  expected_last_date: Nullable(
    Type.String({ description: 'Date of the newest observation that is surely released' }),
  ),
  next_release: Nullable(Type.String({ description: 'Next release, UTC, ISO 8601' })),
  next_release_text: Type.String({
    description:
      "The same in the publisher's time, with 'about' or 'in the week to' where the day is not sure",
  }),
  behind: Type.Array(Type.String(), {
    description: 'Codes of the series that lack an observation which is surely released',
  }),
});
export type DatasetFreshness = Static<typeof DatasetFreshness>;

export const CatalogDataset = Type.Object({
  id: Type.String(),
  group: Type.Union([Type.Literal('economic-data'), Type.Literal('market-data')]),
  title: Type.String(),
  description: Type.String(),
  frequency: Type.String(),
  publisher: Type.String(),
  source: Type.Object({ name: Type.String(), url: Type.String() }),
  licence: Type.String(),
  release: Type.Object({
    text: Type.String({ description: 'The rule, for people' }),
    next: Nullable(Type.String({ description: 'The next release after now, UTC, ISO 8601' })),
    next_text: Type.String({
      description:
        "The same in the publisher's time, with 'about' or 'in the week to' where the day is not sure",
    }),
  }),
  by_state: Type.Boolean(),
  headline: Type.String(),
  notes: Type.Array(Type.String()),
  origin: Nullable(Origin),
  last_update: Nullable(
    Type.String({ description: 'When data of this dataset last changed here, UTC, ISO 8601' }),
  ),
  ...Held,
  /** null if the store has no data or only sample data. */
  freshness: Nullable(DatasetFreshness),
  series: Type.Array(CatalogSeries),
});
export type CatalogDataset = Static<typeof CatalogDataset>;

export const Catalog = Type.Object({
  data_version: Type.String({ description: 'Changes whenever any data change; the base of every ETag' }),
  datasets: Type.Array(CatalogDataset),
});
export type Catalog = Static<typeof Catalog>;

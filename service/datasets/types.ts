import type { ObservedOn, ReleaseRule } from '../calendar/business-days.ts';

/** The vocabulary of the catalogue: what a dataset and a series are, before any observation of them exists. */

export type Frequency = 'Daily' | 'Weekly' | 'Monthly';

/** SA seasonally adjusted, NSA not adjusted, SAAR seasonally adjusted at an annual rate. */
export type SeasonalAdjustment = 'SA' | 'NSA' | 'SAAR';

/** How a series goes to a lower frequency: mean, sum, or the last value of the period (FRED's names). */
export type Aggregation = 'avg' | 'sum' | 'eop';

export type PublisherId = {
  /** Whose identifier: 'DOL', 'BLS', 'BEA', 'Census', 'Federal Reserve', 'FiscalData', 'Treasury', 'FRED'. */
  system: string;
  id: string;
};

export type Series = {
  /** The code of the API, exact. */
  code: string;
  title: string;
  /** One sentence. */
  description: string;
  /** The node of the picker's tree between dataset and series: 'Job openings', 'Initial claims'. */
  group: string;
  /** 'persons', 'thousands of persons', 'percent', 'millions of US dollars', 'US dollars' … */
  unit: string;
  /** For an axis or a chip: 'persons', 'thousands', '%', '$ mn', '$'. */
  unitShort: string;
  /** Power of ten that a value is to be multiplied with to reach the base unit: 0, 3 (thousands), 6 (millions). */
  multiplier: 0 | 3 | 6;
  frequency: Frequency;
  /** With the day: 'Weekly, ending Saturday', 'Weekly, as of Wednesday', 'Monthly', 'Daily, business days'. */
  frequencyDetail: string;
  seasonalAdjustment: SeasonalAdjustment;
  /** `null`: the series is not to be aggregated at all. */
  defaultAggregation: Aggregation | null;
  /** The methods that mean something: the sum of an annualised rate does not. */
  allowedAggregations: readonly Aggregation[];
  publisherIds: readonly PublisherId[];
  /** What people type when they look for it, beyond title and code. Lower case. */
  synonyms: readonly string[];
  /** First date of the publisher's history where it is later than that of the dataset, `YYYY-MM-DD`. */
  historyFrom?: string;
  /** Date of the last observation, `YYYY-MM-DD`, where the publisher has said that it ended the series. Never guessed from a gap. */
  discontinuedOn?: string;
  /** Calendar days by which this series comes later than `release.lagDays` says. */
  extraLagDays?: number;
};

/** Which part of the API serves a dataset: its path, its parameters and the envelope of its answers. */
export type DatasetGroup = 'economic-data' | 'market-data';

type Described<Id extends string> = {
  /** The path suffix of the API: 'ui_weekly_claims', 'yields', 'constituents'. The data file and its folder are named by it. */
  id: Id;
  group: DatasetGroup;
  title: string;
  /** One sentence. */
  description: string;
  frequency: Frequency;
  publisher: string;
  source: { name: string; url: string };
  licence: string;
  release: ReleaseRule;
  observedOn: ObservedOn;
  /** True where each series exists once for every state (`state` in the record). */
  byState: boolean;
  /** The series that an overview shows first. */
  headline: string;
  /** Notes that a reader must know before using the numbers. */
  notes: readonly string[];
  series: readonly Series[];
};

/** Series of dated values. */
export type ObservationsDefinition<Id extends string = string> = Described<Id> & {
  kind: 'observations';
  /** First date that the publisher's history holds, `YYYY-MM-DD`. */
  historyFrom: string;
};

/** Lists of members as of a day, such as the constituents of an index: they have no history. */
export type ListDefinition<Id extends string = string> = Described<Id> & { kind: 'list' };

/** What a dataset is. `Dataset` of `index.ts` is the same with the ids that there are. */
export type Definition<Id extends string = string> = ObservationsDefinition<Id> | ListDefinition<Id>;

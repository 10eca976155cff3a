import type { ObservedOn } from '../calendar/business-days.ts';
import type { ReleaseRule } from '../calendar/releases.ts';
import type { PublisherWithKey } from '../contract/access.ts';

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
  /** The publisher's own unit where it is another than the series', and the power of ten that its values are multiplied with. */
  scale?: { unit: string; power: number };
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
  /** What the series counts, for a message: its values are whole numbers from 0 on. */
  counted?: string;
  /** Calendar days by which this series comes later than `release.day` says. */
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
  /** Codes with which the documentation of the API shows how it is asked; the headline where they are absent. */
  exampleCodes?: readonly string[];
  /** Notes that a reader must know before using the numbers. */
  notes: readonly string[];
  series: readonly Series[];
};

/** Series of one dataset of which some add up to another on every day. */
export type SumRule = {
  /** Codes of the parts, then of the total. */
  parts: readonly string[];
  total: string;
  /** The parts in words, and what is right: 'on D <words> make X, not the total of Y; <rule>.' */
  words: string;
  rule: string;
  /** By how much the sum may differ for rounding, in the series' unit: up to `usual` in silence, up to `most` with a note. */
  tolerance: { usual: number; most: number };
  /** Decimals that a message shows at least. */
  decimals: number;
};

/** A line of a statement, or a heading over such lines, which has no number here. */
export type StatementLine = {
  /** The publisher's own words. */
  label: string;
  /** How far in it stands: 0 to 2. */
  indent: 0 | 1 | 2;
  /** The series' code; absent of a heading. */
  code?: string;
  isTotal?: boolean;
};
export type StatementSection = { title: string; lines: readonly StatementLine[] };

/** Series of states of which each adds up to a national series of another dataset. */
export type NationalSums = {
  nation: ObservationsDefinition;
  /** Codes of the states' series and of the national one, and what both are called in a note. */
  pairs: readonly { state: string; nation: string; words: string }[];
};

/** Series of dated values. */
export type ObservationsDefinition<Id extends string = string> = Described<Id> & {
  kind: 'observations';
  /** First date that the publisher's history holds, `YYYY-MM-DD`. */
  historyFrom: string;
  /** The publisher corrects single days at most: a file that changes more of what is held is refused. */
  neverRevised?: true;
  /** Series that add up on every day: a file in which they do not is refused. */
  sum?: SumRule;
  nationalSums?: NationalSums;
  /** Days by which a publisher's own file comes after its release, by the id of the format. */
  fileLagDays?: Readonly<Record<string, number>>;
  /** Publishers to whom a refresh sends the user's key, and what for. */
  keyUses?: Readonly<Partial<Record<PublisherWithKey, string>>>;
  /** The publisher's statement, in its own order and words, where a screen shows the dataset so. */
  statement?: readonly StatementSection[];
};

/** Lists of members as of a day, such as the constituents of an index: they have no history. */
export type ListDefinition<Id extends string = string> = Described<Id> & { kind: 'list' };

/** What a dataset is. `Dataset` of `index.ts` is the same with the ids that there are. */
export type Definition<Id extends string = string> = ObservationsDefinition<Id> | ListDefinition<Id>;

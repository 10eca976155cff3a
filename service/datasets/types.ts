import type { ObservedOn } from '../calendar/business-days.ts';
import type { ReleaseRule } from '../calendar/releases.ts';
import type { PublisherWithKey } from '../contract/access.ts';

/** The vocabulary of the catalogue: what a dataset and a series are, whichever data Almanac holds. */

export const PUBLIC_DOMAIN = 'Public domain: a work of the US government (17 U.S.C. 105)';

export type Frequency = 'Daily' | 'Weekly' | 'Monthly';

/** SA seasonally adjusted, NSA not adjusted, SAAR seasonally adjusted at an annual rate. */
export type SeasonalAdjustment = 'SA' | 'NSA' | 'SAAR';

/** How values are aggregated to a lower frequency: mean, sum, or the period's last value (FRED's names). */
export type Aggregation = 'avg' | 'sum' | 'eop';

export type PublisherId = {
  /** The publisher: 'DOL', 'BLS', 'BEA', 'Census', 'Federal Reserve', 'FiscalData', 'Treasury', 'FRED'. */
  system: string;
  id: string;
  /** The publisher's unit, if the series has another, and the power of ten that multiplies its values. */
  scale?: { unit: string; power: number };
  /** First date with a value under this id, if before `historyFrom`: at FRED, or a scattered value. */
  from?: string;
};

export type Series = {
  /** The exact code of the API. */
  code: string;
  title: string;
  /** One sentence. */
  description: string;
  /** The node of the picker's tree between dataset and series: 'Job openings', 'Initial claims'. */
  group: string;
  /** 'persons', 'thousands of persons', 'percent', 'millions of US dollars', 'US dollars' … */
  unit: string;
  /** The unit on an axis or a chip: 'persons', 'thousands', '%', '$ mn', '$'. */
  unitShort: string;
  /** The power of ten that turns a value into the base unit: 0, 3 (thousands), 6 (millions). */
  multiplier: 0 | 3 | 6;
  frequency: Frequency;
  seasonalAdjustment: SeasonalAdjustment;
  /** `null` if the series cannot be aggregated. */
  defaultAggregation: Aggregation | null;
  /** The methods that make sense: an annualised rate, for one, cannot be summed. */
  allowedAggregations: readonly Aggregation[];
  publisherIds: readonly PublisherId[];
  /** Other words that people search for, besides title and code. Lower case. */
  synonyms: readonly string[];
  /** First date of the publisher's history, `YYYY-MM-DD`, if it is later than the dataset's. */
  historyFrom?: string;
  /** Date of the last observation, `YYYY-MM-DD`, if the publisher says the series ended. Never guessed. */
  discontinuedOn?: string;
  /** The things counted, such as 'claims', for messages. The values must be whole numbers from 0 on. */
  counted?: string;
  /** True if the value was never 0. */
  isNeverZero?: true;
  /** True if values are computed from the publisher's other numbers; Almanac does so if a file lacks them. */
  isCalculated?: true;
  /** The publisher's terms, if the dataset's series come from several publishers. Exports carry them. */
  terms?: string;
  /** Calendar days from `release.day` to this series' release. */
  extraLagDays?: number;
  /** Computed on reading as `long` less `short`, on days that have both; no file or publisher has it. */
  spread?: SpreadLegs;
  /** FRED's release of the series, if it is not the dataset's. */
  fredRelease?: FredRelease;
};

export type SpreadLegs = { long: string; short: string };

/** A release by FRED's number and name. */
export type FredRelease = { id: number; name: string };

/** The part of the API that serves a dataset, with its own paths, parameters and envelopes. */
export type DatasetGroup = 'economic-data' | 'market-data';

type DatasetFacts<Id extends string> = {
  /** The path suffix of the API, the name in the data file and the folder here: 'yields', 'constituents'. */
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
  /** True if a weekly value is the level at the end of the day in `observedOn`, not a figure for the week. */
  isLevel?: true;
  /** True if every series has one history for each state (`state` in the record). */
  byState: boolean;
  /** The series that an overview shows first. */
  headline: string;
  fredRelease?: FredRelease;
  /** Codes for the examples in the API's documentation; the headline if absent. */
  exampleCodes?: readonly string[];
  /** Facts that people must know before they use the numbers. */
  notes: readonly string[];
  /** A warning that the stacked series are not a whole, if they look like the parts of one. */
  notWhole?: string;
  series: readonly Series[];
};

/** A rule that some series of a dataset add up to another one on every day. */
export type SumRule = {
  /** Codes of the parts; `total` is the code of their sum. */
  parts: readonly string[];
  total: string;
  /** The message's name for the parts: 'on D <words> make X, not the total of Y.' */
  words: string;
  /** The rule in words, if no number is rounded. Otherwise the parts and the total are each rounded. */
  exact?: string;
  /** Messages show at least this many decimals. */
  decimals: number;
};

/** A line of a statement, or a heading over lines, which has no numbers. */
export type StatementLine = {
  /** The publisher's own words, with Almanac's clarification in parentheses. */
  label: string;
  indent: 0 | 1 | 2;
  /** The series' code; headings have none. */
  code?: string;
  isTotal?: boolean;
};
export type StatementSection = { title: string; lines: readonly StatementLine[] };

/** Series by state whose sum over the states is a national series of another dataset. */
export type NationalSums = {
  nation: ObservationsDefinition;
  /** Codes of a series by state and of its national series, and a note's words for them. */
  pairs: readonly { state: string; nation: string; words: string }[];
};

/** A dataset of dated values. */
export type ObservationsDefinition<Id extends string = string> = DatasetFacts<Id> & {
  kind: 'observations';
  /** First date (`YYYY-MM-DD`) of the history. Values before it and before `from` of the ids are refused. */
  historyFrom: string;
  /** True if the publisher corrects only single days: a file that changes many stored values is refused. */
  neverRevised?: true;
  /** A sum that holds on every day. A file that breaks it is refused. */
  sum?: SumRule;
  nationalSums?: NationalSums;
  /** Days from a release until the publisher's own file has it, by format id. */
  fileLagDays?: Readonly<Record<string, number>>;
  /** The publishers to which a refresh sends the user's key, and the use of each key. */
  keyUses?: Readonly<Partial<Record<PublisherWithKey, string>>>;
  /** The publisher's statement in its own order and words, if a screen shows the dataset as a statement. */
  statement?: readonly StatementSection[];
};

/** A dataset of lists: members as of a day, such as the constituents of an index. Lists have no history. */
export type ListDefinition<Id extends string = string> = DatasetFacts<Id> & {
  kind: 'list';
  group: 'market-data';
};

/** Any dataset. `Dataset` in `index.ts` is the same type with the ids of the table. */
export type Definition<Id extends string = string> = ObservationsDefinition<Id> | ListDefinition<Id>;

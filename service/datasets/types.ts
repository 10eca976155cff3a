import type { ObservedOn } from '../calendar/business-days.ts';
import type { ReleaseRule } from '../calendar/releases.ts';
import type { PublisherWithKey } from '../contract/access.ts';

/** The vocabulary of the catalogue: what a dataset and a series are. Nothing here depends on what data are held. */

/** The licence of data that the US government publishes. */
export const PUBLIC_DOMAIN = 'Public domain: a work of the US government (17 U.S.C. 105)';

export type Frequency = 'Daily' | 'Weekly' | 'Monthly';

/** SA seasonally adjusted, NSA not adjusted, SAAR seasonally adjusted at an annual rate. */
export type SeasonalAdjustment = 'SA' | 'NSA' | 'SAAR';

/** How a series is brought to a lower frequency: mean, sum, or the last value of the period (FRED's names). */
export type Aggregation = 'avg' | 'sum' | 'eop';

export type PublisherId = {
  /** Whose identifier: 'DOL', 'BLS', 'BEA', 'Census', 'Federal Reserve', 'FiscalData', 'Treasury', 'FRED'. */
  system: string;
  id: string;
  /** The publisher's unit where it differs from that of the series, and the power of ten by which its values are multiplied. */
  scale?: { unit: string; power: number };
  /** The first date that has a value under this id, where it is before `historyFrom`: at FRED, or scattered. */
  from?: string;
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
  /** The power of ten by which a value is multiplied to get the base unit: 0, 3 (thousands), 6 (millions). */
  multiplier: 0 | 3 | 6;
  frequency: Frequency;
  seasonalAdjustment: SeasonalAdjustment;
  /** `null`: the series cannot be aggregated. */
  defaultAggregation: Aggregation | null;
  /** The methods that make sense: the sum of an annualised rate does not. */
  allowedAggregations: readonly Aggregation[];
  publisherIds: readonly PublisherId[];
  /** What else people type when they look for it, besides title and code. Lower case. */
  synonyms: readonly string[];
  /** First date of the publisher's history, `YYYY-MM-DD`, where it is later than that of the dataset. */
  historyFrom?: string;
  /** Date of the last observation, `YYYY-MM-DD`, of a series that the publisher says it has ended. Never guessed from a gap. */
  discontinuedOn?: string;
  /** What the series counts, as a word for messages. Its values must then be whole numbers from 0 on. */
  counted?: string;
  /** Its value was never 0. */
  isNeverZero?: true;
  /** Its values are made from other numbers of the publisher, here where a file does not have them. The description has the formula. */
  isCalculated?: true;
  /** What its publisher allows, where the series of a dataset come from several. Exports carry it. */
  terms?: string;
  /** How many calendar days later than `release.day` this series comes out. */
  extraLagDays?: number;
  /** `long` less `short`, on days that both have: computed when it is read; no file or publisher brings it. */
  spread?: SpreadLegs;
  /** FRED's release of it, where that is not the dataset's. */
  fredRelease?: FredRelease;
};

export type SpreadLegs = { long: string; short: string };

/** By FRED's number and name. */
export type FredRelease = { id: number; name: string };

/** Which part of the API serves a dataset: its path, its parameters and the envelope of its answers. */
export type DatasetGroup = 'economic-data' | 'market-data';

type DatasetFacts<Id extends string> = {
  /** The path suffix of the API and the name in the data file: 'ui_weekly_claims', 'yields', 'constituents'. Its folder here has this name. */
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
  /** Of weekly values: each is the level at the end of the day in `observedOn`, not a figure for the week that ends on it. */
  isLevel?: true;
  /** True where every series has one history for each state (`state` in the record). */
  byState: boolean;
  /** The series that an overview shows first. */
  headline: string;
  /** FRED's release of its series. */
  fredRelease?: FredRelease;
  /** Codes in the examples of the API's documentation; the headline where they are absent. */
  exampleCodes?: readonly string[];
  /** What people must know before they use the numbers. */
  notes: readonly string[];
  /** What a stack of its series is not, where they look like the parts of a whole. */
  notWhole?: string;
  series: readonly Series[];
};

/** Series of one dataset that add up to another of its series on every day. */
export type SumRule = {
  /** Codes of the parts; `total` is the code of their sum. */
  parts: readonly string[];
  total: string;
  /** What the message calls the parts: 'on D <words> make X, not the total of Y.' */
  words: string;
  /** Where no number is rounded: the rule in words. Otherwise each part and the total are rounded to the unit, each by itself. */
  exact?: string;
  /** Messages show at least this many decimals. */
  decimals: number;
};

/** A line of a statement, or a heading over lines, which has no numbers. */
export type StatementLine = {
  /** The publisher's own words; in parentheses what they leave open. */
  label: string;
  /** How far it is indented: 0 to 2. */
  indent: 0 | 1 | 2;
  /** The series' code; headings have none. */
  code?: string;
  isTotal?: boolean;
};
export type StatementSection = { title: string; lines: readonly StatementLine[] };

/** Series by state whose states add up to a national series of another dataset. */
export type NationalSums = {
  nation: ObservationsDefinition;
  /** Codes of the series by state and of the national one, and what a note calls them. */
  pairs: readonly { state: string; nation: string; words: string }[];
};

/** Series of dated values. */
export type ObservationsDefinition<Id extends string = string> = DatasetFacts<Id> & {
  kind: 'observations';
  /** First date of the publisher's history, `YYYY-MM-DD`. Values before it and before `from` of the ids are refused. */
  historyFrom: string;
  /** The publisher corrects single days at most, so a file that changes many of the values held is refused. */
  neverRevised?: true;
  /** Series that add up on every day. A file in which they do not is refused. */
  sum?: SumRule;
  nationalSums?: NationalSums;
  /** How many days after its release a publisher's own file comes, by the id of the format. */
  fileLagDays?: Readonly<Record<string, number>>;
  /** Publishers to whom a refresh sends the user's key, and what the key is good for. */
  keyUses?: Readonly<Partial<Record<PublisherWithKey, string>>>;
  /** The publisher's statement, in its own order and words, where a screen shows the dataset that way. */
  statement?: readonly StatementSection[];
};

/** Lists of members as of a day, such as the constituents of an index. They have no history. */
export type ListDefinition<Id extends string = string> = DatasetFacts<Id> & {
  kind: 'list';
  group: 'market-data';
};

/** What a dataset is. `Dataset` of `index.ts` is the same for the ids of the table. */
export type Definition<Id extends string = string> = ObservationsDefinition<Id> | ListDefinition<Id>;

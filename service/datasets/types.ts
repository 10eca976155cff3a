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

/** The days that observations are dated on. */
export type ObservedOn = 'Saturday' | 'Wednesday' | 'first of month' | 'business day';

export type ReleaseRule = {
  /** For people: 'Thursday 08:30 ET, for the week ended the Saturday before'. */
  text: string;
  /** Calendar days from an observation's date to its usual release (the next business day where that is none). */
  lagDays: number;
  /** Eastern time of day of the release, `HH:MM`. */
  timeEastern: string;
};

export type DatasetGroup = 'economic-data' | 'market-data';

export type Dataset = {
  /** The path suffix of the API: 'ui_weekly_claims', 'yields', 'constituents'. */
  id: string;
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
  /** First date that the publisher's history holds, `YYYY-MM-DD`; `null` where there is no history (constituents). */
  historyFrom: string | null;
  /** True where each series exists once for every state (`state` in the record). */
  byState: boolean;
  /** The series that an overview shows first. */
  headline: string;
  /** Notes that a reader must know before using the numbers. */
  notes: readonly string[];
  series: readonly Series[];
};

/** Where an observation comes from and what it was before: `GET /host/explain` and `GET /host/revisions`, and the channel behind. */

/** One observation, or one series where `date` is absent; `area` is '' where the dataset has no states. */
export type AskedSeries = { dataset: string; series: string; area: string };
export type AskedObservation = AskedSeries & { date: string };

/** The import, refresh or sample that brought a value. Times are UTC, ISO 8601. */
export type ExplainedRun = {
  id: number;
  kind: 'import' | 'refresh' | 'sample' | 'rescue';
  origin: 'publisher' | 'file' | 'sample';
  /** What the format is called: 'Debt to the Penny (FiscalData CSV)'. */
  source_title: string;
  /** File name, or the publisher's address without a key; '' for samples. */
  location: string;
  /** Hex; '' for samples. */
  sha256: string;
  fetched_at: string;
};

/** A value that is or was there. */
export type SeenObservation = {
  value: string;
  /** Where in its file or answer it stood, and as what where that is another text: 'line 12', 'rows 3 and 7, summed'; null where that was not kept. */
  place: string | null;
  first_seen: string;
  /** null while it is the current one. */
  superseded_at: string | null;
  /** It was FRED's rounding of the publisher's own figure, which has taken its place: no revision. */
  is_rounding: boolean;
  run: ExplainedRun;
};

export type ObservationExplanation = AskedObservation & {
  /** null where there is no observation of this day. */
  current: SeenObservation | null;
  /** The values that it replaced, newest first. */
  replaced: readonly SeenObservation[];
  /** Why there is none, in a sentence, as far as the dataset's rules tell. */
  reason: string | null;
  /** The nearest dates that have one. */
  before: string | null;
  after: string | null;
  /** When sample data were made that stood in this dataset before; nothing of them is kept. */
  replaced_sample_of: string | null;
};

/** A value that was replaced by another. */
export type RevisionLine = {
  date: string;
  old_value: string;
  new_value: string;
  first_seen: string;
  superseded_at: string;
  /** File name or address that brought the new value. */
  new_location: string;
};
export type SeriesRevisions = AskedSeries & { revisions: readonly RevisionLine[] };

import { type Static, Type } from 'typebox';
import { list, orNull } from './schema.ts';

/** Where an observation comes from and what it was before: `GET /host/explain` and `GET /host/revisions`. */

const Word = Type.String({ default: '' });

/** One observation, or one series where `date` is absent; `area` is '' where the dataset has no states. */
export const AskedSeries = Type.Object({ dataset: Word, series: Word, area: Word });
export type AskedSeries = Static<typeof AskedSeries>;
export const AskedObservation = Type.Interface([AskedSeries], { date: Word });
export type AskedObservation = Static<typeof AskedObservation>;

/** The import, refresh or sample that brought a value. Times are UTC, ISO 8601. */
export const ExplainedRun = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['import', 'refresh', 'sample', 'rescue']),
  origin: Type.Enum(['publisher', 'file', 'sample']),
  /** What the format is called: 'Debt to the Penny (FiscalData CSV)'. */
  source_title: Type.String(),
  /** File name, or the publisher's address without a key; '' for samples. */
  location: Type.String(),
  /** Hex; '' for samples. */
  sha256: Type.String(),
  fetched_at: Type.String(),
});
export type ExplainedRun = Static<typeof ExplainedRun>;

/** A value that is or was there. */
export const SeenObservation = Type.Object({
  value: Type.String(),
  /** Where in its file or answer it stood, and as what where that is another text: 'line 12', 'rows 3 and 7, summed'; null where that was not kept. */
  place: orNull(Type.String()),
  first_seen: Type.String(),
  /** null while it is the current one. */
  superseded_at: orNull(Type.String()),
  /** It was FRED's rounding of the publisher's own figure, which has taken its place: no revision. */
  is_rounding: Type.Boolean(),
  run: ExplainedRun,
});
export type SeenObservation = Static<typeof SeenObservation>;

export const ObservationExplanation = Type.Interface([AskedObservation], {
  /** null where there is no observation of this day. */
  current: orNull(SeenObservation),
  /** The values that it replaced, newest first. */
  replaced: list(SeenObservation),
  /** Why there is none, in a sentence, as far as the dataset's rules tell. */
  reason: orNull(Type.String()),
  /** The nearest dates that have one. */
  before: orNull(Type.String()),
  after: orNull(Type.String()),
  /** When sample data were made that stood in this dataset before; nothing of them is kept. */
  replaced_sample_of: orNull(Type.String()),
});
export type ObservationExplanation = Static<typeof ObservationExplanation>;

/** A value that was replaced by another. */
export const RevisionLine = Type.Object({
  date: Type.String(),
  old_value: Type.String(),
  new_value: Type.String(),
  first_seen: Type.String(),
  superseded_at: Type.String(),
  /** File name or address that brought the new value. */
  new_location: Type.String(),
});
export type RevisionLine = Static<typeof RevisionLine>;
export const SeriesRevisions = Type.Interface([AskedSeries], { revisions: list(RevisionLine) });
export type SeriesRevisions = Static<typeof SeriesRevisions>;

import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** Source and earlier values of an observation: `GET /host/explain`, `explain-list` and `revisions`. */

const Word = Type.String({ default: '' });

/** One series. `area`: state code; '' if the dataset has no states. */
export const AskedSeries = Type.Object({ dataset: Word, series: Word, area: Word });
export type AskedSeries = Static<typeof AskedSeries>;
export const AskedObservation = Type.Interface([AskedSeries], { date: Word });

/** The import, refresh, sample or rescue that stored a value. Times are UTC, ISO 8601. */
export const ExplainedRun = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['import', 'refresh', 'sample', 'rescue']),
  origin: Type.Enum(['publisher', 'file', 'sample']),
  /** Title of the format: 'Debt to the Penny (FiscalData CSV)'. */
  source_title: Type.String(),
  /** File name, or the publisher's address without a key; '' for samples. */
  location: Type.String(),
  /** SHA-256 of the file or answer, hex; '' for samples. */
  sha256: Type.String(),
  fetched_at: Type.String(),
});
export type ExplainedRun = Static<typeof ExplainedRun>;

export const SeenObservation = Type.Object({
  value: Type.String(),
  /** Place in the file ('line 12', 'rows 3 and 7, summed'), with the original text if different, or null. */
  place: orNull(Type.String()),
  first_seen: Type.String(),
  /** null for the current value. */
  superseded_at: orNull(Type.String()),
  /** Whether it was FRED's rounding of the publisher's figure, so that replacing it was no revision. */
  is_rounding: Type.Boolean(),
  run: ExplainedRun,
});
export type SeenObservation = Static<typeof SeenObservation>;

export const ObservationExplanation = Type.Interface([AskedObservation], {
  current: orNull(SeenObservation),
  replaced: arrayOf(SeenObservation),
  /** A sentence why there is no observation; null if the dataset's rules do not explain it. */
  reason: orNull(Type.String()),
  /** The nearest dates with an observation. */
  before: orNull(Type.String()),
  after: orNull(Type.String()),
  /** When the sample data that these data replaced were made; null if there were none. */
  replaced_sample_of: orNull(Type.String()),
});
export type ObservationExplanation = Static<typeof ObservationExplanation>;

/** A list of constituents. `member`: one of its members, as a key of `byIdentity`; '' for the whole list. */
export const AskedList = Type.Object({ series: Word, date: Word, member: Word });

/** A member in a list. `place`: as in `SeenObservation`. */
export const ExplainedMember = Type.Object({
  ticker: Type.String(),
  name: Type.String(),
  sector: Type.String(),
  weight: Type.String(),
  place: orNull(Type.String()),
});
export type ExplainedMember = Static<typeof ExplainedMember>;

export const SeenList = Type.Interface([Type.Omit(SeenObservation, ['value', 'is_rounding'])], {
  count: Type.Integer(),
  /** null if the list does not have the member, or if the whole list was asked for. */
  member: orNull(ExplainedMember),
});
export type SeenList = Static<typeof SeenList>;

export const ListExplanation = Type.Interface([AskedList], {
  current: orNull(SeenList),
  replaced: arrayOf(SeenList),
  /** The member in the newest earlier lists, newest first; `member` is null if a list lacks it. */
  earlier: arrayOf(Type.Object({ date: Type.String(), member: orNull(ExplainedMember) })),
  before: orNull(Type.String()),
  after: orNull(Type.String()),
  replaced_sample_of: orNull(Type.String()),
});
export type ListExplanation = Static<typeof ListExplanation>;

export const RevisionLine = Type.Object({
  date: Type.String(),
  old_value: Type.String(),
  new_value: Type.String(),
  first_seen: Type.String(),
  superseded_at: Type.String(),
  /** File name or address that the new value came from. */
  new_location: Type.String(),
});
export const RevisionsAnswer = Type.Interface([AskedSeries], { revisions: arrayOf(RevisionLine) });

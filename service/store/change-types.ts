/** What the runs of a data file have changed. */

/** Identifies one series. Each state has a series of its own, with its code as `area`; elsewhere `area` is ''. */
export type SeriesKey = { dataset: string; code: string; area: string };

/** A run and when it ended: ISO 8601, UTC. Run 0, at '': before all runs. */
export type RunEnd = { run: number; at: string };

/** How many observations of a series are new since a run, and how many of those held then have another value. */
export type ChangedSeries = SeriesKey & { added: number; revised: number };
/** An observation that was not held. `run` stored its current value. */
export type AddedRow = { code: string; area: string; day: number; value: string; run: number };
/** An observation whose value is another one than it was. `run` stored the new value. */
export type RevisedRow = Omit<AddedRow, 'value'> & { oldValue: string; newValue: string };
/** A value that was replaced, and the one that replaced it. */
export type ReplacedObservation = { day: number; oldValue: string; newValue: string };
/** A list of constituents that is new or has replaced one; `asOf` is a day number. */
export type ChangedList = { dataset: string; code: string; asOf: number; count: number };

/** The methods of `Reader` about changes. */
export type ChangeReader = {
  /** The newest run that had ended by an instant (ISO 8601, UTC; absent: of all). */
  lastRun(until?: string): RunEnd;
  /**
   * What the runs after a run have changed, by dataset, code and area. Each observation counts once, whatever happened to it in between:
   * as new where it was not held then, else as revised if its value is another one now. Sample data count as nothing, and a publisher's
   * figure that took the place of a stand-in's rounding is no revision.
   */
  changedSeries(after: number): ChangedSeries[];
  /** The lists of constituents that runs after a run have brought, the newest list first. */
  changedLists(after: number): ChangedList[];
  /** The revised observations of a dataset, as `changedSeries` counts them, by code and area, the newest day first. */
  revisedRows(after: number, dataset: string): RevisedRow[];
  /** The new observations of a dataset, as `changedSeries` counts them, the newest day first. */
  addedRows(after: number, dataset: string): AddedRow[];
  /** All revisions ever seen of a series, by day. Replaced roundings are left out. */
  replaced(series: SeriesKey): ReplacedObservation[];
};

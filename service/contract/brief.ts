import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** New data and coming releases, for Overview. Times are UTC, ISO 8601; dates are `YYYY-MM-DD`. */

const Count = Type.Integer({ minimum: 0 });
const Dated = Type.Object({ date: Type.String(), value: Type.String() });

/** Asks for changes after a run or an instant, or all; with `dataset` for its own, with notes. */
export const AskedChanges = Type.Object({
  since_run: Type.String({ pattern: '^\\d{0,15}$', description: "a run's number, such as 17", default: '' }),
  since: Type.String({
    pattern: '^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z)?$',
    description: 'an instant in UTC, such as 2026-11-20T17:02:00Z',
    default: '',
  }),
  dataset: Type.String({ description: 'the id of a dataset', default: '' }),
  rows: Type.String({ pattern: '^(all)?$', description: "'all', or left out", default: '' }),
});
export type AskedChanges = Static<typeof AskedChanges>;

export const ChangedValue = Type.Object({
  date: Type.String(),
  old_value: Type.String(),
  new_value: Type.String(),
  run: Type.Integer(),
});
export type ChangedValue = Static<typeof ChangedValue>;

/**
 * Text, or a number and its role. 'value': the observation of `date`. 'change': its difference from `from`.
 * `was`: the value before a revision. 'median': the median size of all stored revisions.
 */
export const NotePart = Type.Union([
  Type.Object({ text: Type.String() }),
  Type.Object({
    text: Type.String(),
    role: Type.Enum(['value', 'change', 'median']),
    date: Type.String(),
    from: Type.Optional(Type.String()),
    was: Type.Optional(Type.String()),
  }),
]);
export type NotePart = Static<typeof NotePart>;

/** Changes of a series. `area`: state code; '' if the dataset has no states. */
export const SeriesNews = Type.Object({
  series: Type.String(),
  area: Type.String(),
  new: Count,
  revised: Count,
  newest: orNull(Dated),
  before: orNull(Dated),
  /** The largest revisions, largest first: three, 200 if the dataset was asked for, or all. */
  revisions: arrayOf(ChangedValue),
  /** The new observations, newest first; [] unless all rows were asked for. */
  added: arrayOf(Type.Object({ date: Type.String(), value: Type.String(), run: Type.Integer() })),
  /** The release note; null if it was not asked for. */
  note: orNull(arrayOf(NotePart)),
});
export type SeriesNews = Static<typeof SeriesNews>;

export const DatasetNews = Type.Object({
  dataset: Type.String(),
  new: Count,
  revised: Count,
  /** The headline series first, then the order of the catalogue. */
  series: arrayOf(SeriesNews),
  lists: arrayOf(Type.Object({ series: Type.String(), as_of: Type.String(), count: Count })),
});
export type DatasetNews = Static<typeof DatasetNews>;

/** Changes after `since_run`, which ended at `since` ('' for run 0). `run`, `at`: the newest run. */
export const BriefChanges = Type.Object({
  since_run: Count,
  since: Type.String(),
  run: Count,
  at: Type.String(),
  datasets: arrayOf(DatasetNews),
});
export type BriefChanges = Static<typeof BriefChanges>;

/** The last observations of a dataset's headline, or of the sum of all states. `id`: 'dataset.code'. */
export const Headline = Type.Object({ id: Type.String(), observations: arrayOf(Dated) });
export type Headline = Static<typeof Headline>;
export const Headlines = Type.Object({ headlines: arrayOf(Headline) });

export const AskedCalendar = Type.Object({
  days: Type.String({
    pattern: '^([1-9]|[1-5]\\d|60)$',
    description: 'a number of days, 1 to 60',
    default: '14',
  }),
});

export const CalendarRelease = Type.Object({
  dataset: Type.String(),
  at: Type.String(),
  /** 'Wed 2026-11-25, 08:30 ET', 'about Tue 2026-12-01'. */
  text: Type.String(),
  /** Whether the publisher's calendar follows no exact rule. */
  is_about: Type.Boolean(),
  date: Type.String(),
  /** Whether the store already has the observation of `date`. */
  is_here: Type.Boolean(),
});
export type CalendarRelease = Static<typeof CalendarRelease>;

export const ReleaseCalendar = Type.Object({
  from: Type.String(),
  days: Type.Integer(),
  releases: arrayOf(CalendarRelease),
});
export type ReleaseCalendar = Static<typeof ReleaseCalendar>;

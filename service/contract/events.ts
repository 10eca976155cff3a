import { type Static, Type } from 'typebox';

/**
 * `GET /host/events`, a `text/event-stream`: each message is a JSON object of `Versions`. The first comes at once with all subjects, a later
 * one when a subject changes. At least every 20 seconds there is something, if only a comment: a page that hears nothing for a minute
 * connects again. A page asks for it while somebody can see it, since a browser opens few connections to one address.
 */

const version = Type.Optional(Type.Union([Type.String(), Type.Number()]));

/** A text or number for each subject, another one whenever what its endpoints answer has changed. */
export const Versions = Type.Object({
  /** `state`. */
  state: version,
  /** `jobs`, with their progress. */
  jobs: version,
  /** The catalogue, `data-state` and `storage`. */
  data: version,
  /** `work-version`: saved items, preferences, companies. */
  work: version,
  /** `file-settings`, and what `data-state` has of settings. */
  settings: version,
  /** `runs`. */
  runs: version,
  /** `team` and `team-state`. */
  team: version,
  /** `shared-items`. */
  shared: version,
});
export type Versions = Static<typeof Versions>;

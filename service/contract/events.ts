import { type Static, Type } from 'typebox';
import { ACTION_PREFIX } from './names.ts';

/**
 * `GET /host/events`: a stream (text/event-stream) whose messages say what has changed, so that a page need not ask again and again. Each
 * message is a `Versions` as JSON: the first at once, the next ones when one of them is another. The page asks for what changed.
 */
export const EVENTS_PATH = `${ACTION_PREFIX}/events`;

/** A text for each subject, which is another one when something of the subject has changed. */
export const Versions = Type.Object({
  /** `HostState`. */
  state: Type.String(),
  /** The catalogue, and all data of the API. */
  data: Type.String(),
  /** What a person has made: saved items, preferences, pairs of companies. */
  work: Type.String(),
  /** Jobs, with their progress. */
  jobs: Type.String(),
  /** The schedule, and the log of runs. */
  runs: Type.String(),
  /** Settings of settings.json. */
  settings: Type.String(),
  /** How the copy of a team's data stands. */
  team: Type.String(),
});
export type Versions = Static<typeof Versions>;

import { assertNever } from '../contract/failure.ts';
import type { TeamState } from '../contract/team.ts';
import { shownDate } from './dates.ts';
import { inZone, zoneHere } from './zone.ts';

/** The state of a team copy in words, for the top bar. `nowMs`: milliseconds since 1970; times in `zone`. */

export type FollowedState = Extract<TeamState, { follows: true }>;

/** @param state `undefined` if not yet known. @returns 'Team · 12 s ago', 'Team · offline since 14:02' … */
export function teamText(state: FollowedState | undefined, nowMs: number, zone = zoneHere()): string {
  if (state === undefined) return 'Team · starting';
  switch (state.state) {
    case 'current':
      return `Team · ${state.lastAnswer === null ? 'current' : agoText(nowMs - Date.parse(state.lastAnswer))}`;
    case 'offline':
      return `Team · offline since ${sinceText(state.since, nowMs, zone)}`;
    case 'catching up':
      return state.version === 0 ? 'Team · bringing data' : 'Team · catching up';
    case 'refused':
      return 'Team · refused';
    default:
      return assertNever(state.state);
  }
}

/** @returns what the state means for the data on the screen, and what to do. */
export function teamAdvice(state: FollowedState | undefined, nowMs: number, zone = zoneHere()): string {
  if (state === undefined) return 'The data service is starting.';
  const shown =
    state.version === 0
      ? 'There is no copy here yet.'
      : `Charts, exports and other tools use the copy here${
          state.lastAnswer === null ? '' : `, as of ${sinceText(state.lastAnswer, nowMs, zone)}`
        }.`;
  switch (state.state) {
    case 'current':
      return 'The data here are a copy of the team’s. They stay here when the team cannot be reached.';
    case 'offline':
      return `${shown} Updates resume as soon as the team answers.`;
    case 'catching up':
      return state.version === 0
        ? 'The first copy takes a while. Screens fill as soon as it is whole.'
        : 'Newer data are on their way. What is shown stays whole until they are all here.';
    case 'refused':
      return `${shown} Enter another address or key in the settings, or show the data of this computer again.`;
    default:
      return assertNever(state.state);
  }
}

/** @param instant ISO 8601, UTC. @returns the time of day in the zone, with its date if that is not today. */
export function sinceText(instant: string, nowMs: number, zone = zoneHere()): string {
  const { date, time } = inZone(instant, zone);
  return inZone(new Date(nowMs).toISOString(), zone).date === date ? time : `${shownDate(date)} ${time}`;
}

function agoText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** Keys and limits of a team, in its database. */
export { ANSWER_MS, CONNECTIONS, type Engine, EngineAway, openEngine } from './engine.ts';
export { openTeamKeys, type TeamKeys } from './team-keys.ts';

import { type Engine, EngineAway } from '../../../service/team/admission/engine.ts';
import { openTeamKeys, type TeamKeysOptions } from '../../../service/team/admission/team-keys.ts';
import type { TeamDatabase } from '../../../service/team/index.ts';

/** A node. `state`: its clock, whether the database answers what requests ask, and what else befalls its questions. */
export async function oneNode(database: TeamDatabase, options: Partial<TeamKeysOptions> = {}) {
  const state = {
    ...{ at: '2026-11-20T12:00:10.000Z', isAway: false, awayMs: 1, nodes: 4, log: [] as string[] },
    before: undefined as ((statement: string) => Promise<void>) | undefined,
    asked: 0,
  };
  const engine: Engine = {
    async ask(statement, values) {
      state.asked += 1;
      if (state.isAway) throw new EngineAway('Gone.');
      await state.before?.(statement);
      return await database.query(statement, values);
    },
    isAway: () => state.isAway,
    awayMs: () => (state.isAway ? state.awayMs : 0),
    close: () => undefined,
  };
  const now = () => new Date(state.at);
  const keys = await openTeamKeys({
    ...{ database, engine, now, nodes: () => state.nodes, who: 'node one' },
    log: (line) => state.log.push(line),
    ...options,
  });
  return { keys, state };
}

import type { ServiceCalls } from '../contract/control.ts';
import { Failure } from '../contract/failure.ts';
import type { TeamState } from '../contract/team.ts';
import type { CallHandlers } from '../process/rpc.ts';

/** @returns the handlers of the calls that would make a node's copy differ from the team's data: each refuses in one line. */
export function refusedAtNode() {
  const refuse = (what: string) => (): never => {
    throw new Failure(
      'wrong_usage',
      `The data here are a copy of the team's, so ${what}. Import or refresh instead: every node then gets the same.`,
    );
  };
  return {
    'make-sample': refuse('no sample data are made in it'),
    'undo-import': refuse('no import is undone in it'),
    restore: refuse('no back-up replaces it'),
    rescue: refuse('nothing is rescued into it'),
  } satisfies Partial<CallHandlers<ServiceCalls>>;
}

/** @returns the handlers of the calls that would change data on a computer that shows those of a team: each refuses in one line. */
export function refusedWhereFollowed(state: () => TeamState) {
  const refuse = (what: string) => (): never => {
    const now = state();
    const address = now.follows ? now.address : '';
    throw new Failure(
      'wrong_usage',
      `This computer follows the team at ${address}, so ${what} here; import at the team. Or choose this computer's own data in Settings.`,
    );
  };
  return {
    import: refuse('nothing is imported'),
    preview: refuse('nothing is imported'),
    'undo-import': refuse('no import is undone'),
    refresh: refuse('nothing is refreshed'),
    'make-sample': refuse('no sample data are made'),
    restore: refuse('nothing is restored'),
    rescue: refuse('nothing is rescued'),
  } satisfies Partial<CallHandlers<ServiceCalls>>;
}

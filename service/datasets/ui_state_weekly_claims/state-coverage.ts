import { dateText } from '../../calendar/dates.ts';
import { createGapFinder, gapNote } from '../../sources/gaps.ts';
import { STATES } from '../states.ts';

/** Notes which states and weeks a file of claims covers, and says what is missing. */
export type StateCoverage = ReturnType<typeof createStateCoverage>;

/** @returns an empty record for one file. */
export function createStateCoverage() {
  const states = new Set<string>();
  const gaps = createGapFinder('week');
  const lag = { rows: 0, firstLine: 0 };

  function missingStates(): string | undefined {
    const all = Object.keys(STATES).length;
    if (states.size === 0 || states.size === all) return undefined;
    return `The file holds ${states.size} of the ${all} states and areas: ${shortList([...states].sort())}.`;
  }

  function lateStates(): string | undefined {
    const { newest, names } = gaps.late();
    if (names.length === 0) return undefined;
    return `The newest week, ${dateText(newest)}, is not there yet for ${names.length} of ${states.size} states and areas: ${shortList(names.sort())}.`;
  }

  function oddLag(): string | undefined {
    if (lag.rows === 0) return undefined;
    return `In ${lag.rows} ${lag.rows === 1 ? 'row' : 'rows'}, first on line ${lag.firstLine}, the week of the continued claims is not the one before the week of the initial claims; each was dated as the file has it.`;
  }

  return {
    /** @param week day of the initial claims. @param weekBefore day of the continued claims of the same row. */
    add(state: string, week: number, weekBefore: number, line: number): void {
      states.add(state);
      gaps.add(state, week);
      if (week - weekBefore === 7) return;
      if (lag.rows++ === 0) lag.firstLine = line;
    },
    notes: (): string[] =>
      [missingStates(), lateStates(), gapNote(gaps.find(), 'weeks'), oddLag()].filter(
        (note) => note !== undefined,
      ),
  };
}

function shortList(names: readonly string[]): string {
  return names.length <= 12 ? names.join(', ') : `${names.slice(0, 11).join(', ')} … ${names.at(-1)}`;
}

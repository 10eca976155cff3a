import { dayNumber } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { rangeProblem } from './parse-date.ts';
import { isPreset, lastOf, PRESETS, type RangeChoice } from './presets.ts';
import { readBack } from './relative.ts';

/** A range as the URL has it: `range=5Y` or `range=-18M`, `from=2020-02-01`, or both days; nothing for all there is. */
export type RangeSearch = { range?: string; from?: string; to?: string };

/** @returns what `readRange` reads back. */
export function rangeSearch(choice: RangeChoice): RangeSearch {
  if ('since' in choice) return { from: choice.since };
  if ('back' in choice) return { range: choice.back };
  if ('preset' in choice) return choice.preset === 'Max' ? {} : { range: choice.preset };
  return { from: choice.from, to: choice.to };
}

/** @returns whether two choices are the same one; a preset and the days that it stands for now are not. */
export function isSameRange(a: RangeChoice, b: RangeChoice): boolean {
  const [one, other] = [rangeSearch(a), rangeSearch(b)];
  return one.range === other.range && one.from === other.from && one.to === other.to;
}

/** @returns the range; all there is where it says something wrong, which is added to `problems` as a sentence. */
export function readRange({ range, from, to }: RangeSearch, problems: string[]): RangeChoice {
  if (from !== undefined && to === undefined && dayNumber(from) !== undefined && from <= todayText())
    return { since: from };
  if (from !== undefined || to !== undefined) {
    const problem = datesProblem(from ?? '', to ?? '');
    if (problem === undefined) return { from: from as string, to: to as string };
    problems.push(`${problem} The whole range is shown instead.`);
  } else if (range !== undefined) {
    if (isPreset(range)) return { preset: range };
    const back = readBack(range);
    if (back) return lastOf(back);
    problems.push(
      `There is no range '${range}', only ${PRESETS.join(', ')} and such as -18M. The whole range is shown instead.`,
    );
  }
  return { preset: 'Max' };
}

function datesProblem(from: string, to: string): string | undefined {
  const bad = [from, to].find((text) => dayNumber(text) === undefined);
  if (bad !== undefined) return `'${bad}' in the link is no day written as YYYY-MM-DD.`;
  if (to > todayText()) return `The link's range ends on ${to}, in the future.`;
  return rangeProblem(from, to);
}

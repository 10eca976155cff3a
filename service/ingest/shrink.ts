import { dateText } from '../contract/dates.ts';
import { Failure } from '../contract/failure.ts';
import { groupDigits } from '../series-math/decimal-text.ts';
import type { AbsentDays } from '../store/index.ts';

/** Our own CSV may hold any rows. A publisher's file gives all that there is between its first day and its last. */
const MAY_HOLD_ANY_DAYS = new Set(['long-csv', 'long-constituents-csv']);

/** Where two days of a file are further apart, it is a choice of two times, not a history with a hole. */
export const LONGEST_GAP_DAYS = 366;

/** Share of a series' held observations that a publisher's file may lack, and how many it may lack in any case. */
const SHARE_PERCENT = 5;
const FEW = 10;

/**
 * Judges what a publisher's file lacks of what is held between its own days. What is held stays in any case.
 * @returns a note where something is lacking.
 * @throws Failure 'file_shrinks' where a series lacks more than 5 % and more than 10 observations, unless `allowShrink`.
 */
export function shrinkNotes(
  file: string,
  formatId: string,
  absent: readonly AbsentDays[],
  allowShrink: boolean,
): string[] {
  if (MAY_HOLD_ANY_DAYS.has(formatId)) return [];
  const [worst, ...others] = [...absent].sort((a, b) => b.days.length - a.days.length);
  if (!worst) return [];
  const more = others.length === 0 ? '' : `, and ${others.length} more series lack some`;
  const lacks =
    `${groupDigits(String(worst.days.length))} of ${groupDigits(String(worst.held))} observations of ` +
    `${nameOf(worst)} that are held for its time, ${examples(worst.days)}${more}`;
  const tooMuch = absent.some(
    ({ days, held }) => days.length > FEW && days.length * 100 > held * SHARE_PERCENT,
  );
  if (tooMuch && !allowShrink) {
    throw new Failure(
      'file_shrinks',
      `${file} lacks ${lacks}; that is more than ${SHARE_PERCENT} %, so the file may be damaged or only a part. Nothing was stored. If it is right, import it with --allow-shrink: what is held stays.`,
      { file },
    );
  }
  return [`The file lacks ${lacks}. What was held stays.`];
}

function nameOf({ dataset, code, area }: AbsentDays): string {
  return area === '' ? `${dataset} ${code}` : `${dataset} ${code} (${area})`;
}

function examples(days: readonly number[]): string {
  const [first = 0, second] = days;
  if (second === undefined) return `that of ${dateText(first)}`;
  const last = dateText(days.at(-1) ?? second);
  return days.length === 2
    ? `those of ${dateText(first)} and ${last}`
    : `such as those of ${dateText(first)}, ${dateText(second)} and ${last}`;
}

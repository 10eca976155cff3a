import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import type { ListChange } from '../contract/ingest.ts';
import { datasetOfList } from '../datasets/index.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import type { AbsentDays } from '../store/index.ts';

/** The share, and the number, of stored values that a file may lack or change before it counts as damaged. */
export const SHARE_PERCENT = 5;
const FEW = 10;
/** If two days of a file are further apart, it has two periods on purpose, not a history with a hole. */
export const LONGEST_GAP_DAYS = 366;

/**
 * Refuses a publisher's file that lacks stored observations between its own days, or former list members.
 * @throws Failure 'file_shrinks' if it lacks more than 5 %, and more than 10, of a series or a list.
 */
export function refuseShrinking({
  file,
  absent,
  lists,
  kind,
}: {
  file: string;
  absent: readonly AbsentDays[];
  lists: readonly ListChange[];
  kind: 'import' | 'refresh';
}): void {
  const list = lists.find(
    ({ members, before }) => before && isTooMuch(before.members - members, before.members),
  );
  const isShort = absent.some(({ days, held }) => isTooMuch(days.length, held));
  if (!list && !isShort) return;
  const dataset = list ? datasetOfList(list.code).id : (absent[0]?.dataset ?? '');
  const what = `${list ? fewerMembers(list) : lackingDays(absent)}; that is more than ${SHARE_PERCENT} %`;
  const retryWords = kind === 'import' ? 'import it' : `refresh ${dataset}`;
  const stays = list ? 'the list that is held stays as a former one' : 'what is held stays';
  const sentence = `${what}, so the file may be damaged or only a part. Nothing was stored. If it is right, ${retryWords} with --allow-shrink: ${stays}.`;
  throw new Failure('file_shrinks', `${file} ${sentence}`, { file });
}

/** @returns a note on stored observations that the file lacks; a period's file need not have newer days. */
export function keptNotes(absent: readonly AbsentDays[], isPeriod: boolean): string[] {
  const lacking = absent
    .map((one) => ({ ...one, days: [...one.within, ...(isPeriod ? [] : one.newer)] }))
    .filter(({ days }) => days.length > 0);
  const [only, ...others] = lacking;
  if (!only) return [];
  const count = lacking.reduce((sum, { days }) => sum + days.length, 0);
  const first = Math.min(...lacking.map(({ days }) => days[0] ?? 0));
  const last = Math.max(...lacking.map(({ days }) => days.at(-1) ?? 0));
  const subject = others.length === 0 ? nameOf(only) : `${lacking.length} series of ${only.dataset}`;
  const range = first === last ? dateText(first) : `${dateText(first)} … ${dateText(last)}`;
  return [`Kept ${countOf(count, 'observation')} of ${subject} that this file does not have: ${range}.`];
}

function lackingDays(absent: readonly AbsentDays[]): string {
  const [worst, ...others] = absent
    .filter(({ days }) => days.length > 0)
    .sort((a, b) => b.days.length - a.days.length);
  if (!worst) throw new Error('Nothing is lacking');
  const more =
    others.length === 0
      ? ''
      : `, and ${others.length} more series ${others.length === 1 ? 'lacks' : 'lack'} some`;
  return `lacks ${groupDigits(String(worst.days.length))} of ${groupDigits(String(worst.held))} observations of ${nameOf(worst)} that are stored for its dates, ${examples(worst.days)}${more}`;
}

function fewerMembers({ code, asOf, members, before, left }: ListChange): string {
  const count = (number: number) => groupDigits(String(number));
  const held = before ? `${count(before.members)} as of ${dateText(before.asOf)}` : 'none';
  return `lists ${countOf(members, 'member')} of ${code} as of ${dateText(asOf)}, and held are ${held}: ${count(left)} would leave`;
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

/** @returns whether `part` is more than `SHARE_PERCENT` of `whole`, and more than `FEW`. */
export function isTooMuch(part: number, whole: number): boolean {
  return part > FEW && part * 100 > whole * SHARE_PERCENT;
}

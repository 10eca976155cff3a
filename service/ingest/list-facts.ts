import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dateText, dayNumber, MONTH_NAMES } from '../calendar/dates.ts';
import { Failure, quoted } from '../contract/failure.ts';
import type { FileToIngest } from '../contract/ingest.ts';
import { DATA_FILE, LIST_CODE } from '../contract/names.ts';
import { datasetOfList } from '../datasets/index.ts';
import type { FileConstituent } from '../sources/index.ts';
import { openReader } from '../store/index.ts';

type ListDate = { asOf: number; note?: string };

/** The longest list that can be imported, in members. */
const MOST_ROWS = 200_000;

/** Stands for the code of a list without a code; such a list is never stored. */
const UNNAMED = 'UNNAMED';

/** The day and the code that a person gives for the lists of a file. */
export type GivenFacts = { date: number | undefined; code: string | undefined };

/** @returns the checked day and code. @throws Failure 'wrong_usage'. */
export function givenFacts({ listDate, listCode }: Pick<FileToIngest, 'listDate' | 'listCode'>): GivenFacts {
  const date = listDate === undefined ? undefined : dayNumber(listDate);
  if (listDate !== undefined && date === undefined)
    throw new Failure('wrong_usage', `A list date is a calendar day like 2024-12-06, not '${listDate}'.`);
  if (listCode !== undefined && !LIST_CODE.test(listCode))
    throw new Failure(
      'wrong_usage',
      `A list code has at most 100 letters, digits and _ . - and begins and ends with a letter or digit, like IVV; ${quoted(listCode)} is not one.`,
    );
  return { date, code: listCode };
}

/**
 * Names and dates the lists of a file by the file's own facts and by the person's, `given`.
 * @param usual dates a list that has neither date.
 * @returns `of`, to call for each list, and `finish`, to call at the end. Both throw Failure 'invalid_file'
 * if what is given does not fit: the file has its own, or has no list.
 */
export function createListNamer(
  file: string,
  given: GivenFacts,
  usual: (code: string, rows: readonly FileConstituent[]) => ListDate,
) {
  const undated: string[] = [];
  let isUnnamed = false;
  let count = 0;
  return {
    undated,
    isUnnamed: () => isUnnamed,
    of(own: string | undefined, asOf: number | undefined, rows: readonly FileConstituent[]) {
      count++;
      if (own !== undefined && given.code !== undefined)
        throw unneededFact(file, `names its list itself, ${own}`, 'code');
      const named = own ?? given.code;
      isUnnamed ||= named === undefined;
      const code = named ?? UNNAMED;
      if (asOf !== undefined) {
        if (given.date !== undefined)
          throw unneededFact(file, `dates its list of ${code} itself, ${dateText(asOf)}`, 'date');
        return { code, asOf };
      }
      undated.push(code);
      if (given.date === undefined) return { code, ...usual(code, rows) };
      const note = `The list has no date of its own; its constituents count as of ${dateText(given.date)}, as you say.`;
      return { code, asOf: given.date, note };
    },
    finish(): void {
      if (count > 0) return;
      if (given.date !== undefined) throw unneededFact(file, 'has no list of constituents', 'date');
      if (given.code !== undefined) throw unneededFact(file, 'has no list of constituents', 'code');
    },
  };
}

/** @throws Failure 'invalid_file' for a file whose list has no code. */
export function refuseUnnamed({ name, isUnnamed }: { name: string; isUnnamed: boolean }): undefined {
  if (!isUnnamed) return undefined;
  const sentence =
    "has no fund's name that a code can be made of. Give its list a code (--list-code), such as IVV for iShares Core S&P 500 ETF.";
  throw new Failure('invalid_file', `${name} ${sentence}`, { file: name });
}

function unneededFact(file: string, why: string, what: 'date' | 'code'): Failure {
  return new Failure('invalid_file', `${file} ${why}: import it without a list ${what}.`, { file });
}

/** Dates such as `2024-12-06`, `20241206`, `07-Feb-2025`, `Feb 07, 2025`, `12-31-2024` and `31.12.2024`. */
const DATES = [
  /(?<!\d)(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?!\d)/g,
  /(?<!\d)(?<year>\d{4})([-_.])(?<month>\d{1,2})\2(?<day>\d{1,2})(?!\d)/g,
  /(?<!\d)(?<day>\d{1,2})([-_.])(?<month>\d{1,2})\2(?<year>\d{4})(?!\d)/g,
  /(?<!\d)(?<month>\d{1,2})([-_.])(?<day>\d{1,2})\2(?<year>\d{4})(?!\d)/g,
  /(?<!\d)(?<day>\d{1,2})[-_. ]?(?<month>[a-z]{3,9})[-_. ]?(?<year>\d{4})(?!\d)/gi,
  /(?<![a-z])(?<month>[a-z]{3,9})[-_. ]?(?<day>\d{1,2})[-_., ]{1,2}(?<year>\d{4})(?!\d)/gi,
];

/** @returns the day number in a file's name, if only one date fits and it is not in the future. */
export function dateInName(name: string, today: number): number | undefined {
  const base = name.replace(/^.*[\\/]/, '');
  const found = DATES.flatMap((pattern) =>
    [...base.matchAll(pattern)].flatMap(({ groups: { year = '', month = '', day = '' } = {} }) => {
      const number = /\d/.test(month) ? month : String(monthOf(month));
      return dayNumber([year, number.padStart(2, '0'), day.padStart(2, '0')].join('-')) ?? [];
    }),
  );
  const [only, ...others] = new Set(found);
  return only !== undefined && others.length === 0 && only <= today ? only : undefined;
}

/** @returns the number of a month by its name or the beginning of it; 0 if there is none. */
function monthOf(name: string): number {
  return MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1;
}

/**
 * Dates a list without a date: by the day of the import, or by the newest stored list's day if the two lists
 * are equal, so that importing a list again on a later day changes nothing.
 * @param today day number of the import.
 * @param named the day in the file's name, which the note suggests.
 */
export function dateOfList(
  dataDir: string,
  { today, named }: { today: number; named: number | undefined },
  code: string,
  rows: readonly FileConstituent[],
): ListDate {
  const held = newestList(dataDir, code);
  const heldDay = held && held.rows.length > 0 && sameRows(held.rows, rows) ? held.asOf : undefined;
  const asOf = heldDay ?? today;
  const why =
    heldDay === undefined
      ? `its constituents count as of ${dateText(today)}, the day of the import.`
      : `it says the same as the one held as of ${dateText(heldDay)}.`;
  const suggested =
    named === undefined || named === asOf
      ? ''
      : ` The file's name says ${dateText(named)}: if that is the day of the list, import it with --list-date ${dateText(named)}.`;
  return { asOf, note: `The list has no date of its own; ${why}${suggested}` };
}

type ListMember = Omit<FileConstituent, 'row'>;

function newestList(
  dataDir: string,
  code: string,
): { asOf: number; rows: readonly ListMember[] } | undefined {
  if (!existsSync(join(dataDir, DATA_FILE))) return undefined;
  const reader = openReader(dataDir);
  try {
    const origin = reader.origin(datasetOfList(code).id);
    if (origin === undefined || origin === 'sample') return undefined;
    return reader.constituents(code, { offset: 0, limit: MOST_ROWS });
  } finally {
    reader.close();
  }
}

function sameRows(held: readonly ListMember[], rows: readonly ListMember[]): boolean {
  const textOf = (list: readonly ListMember[]) =>
    list
      .map(({ ticker, name, sector, weight }) => JSON.stringify([ticker, name, sector, weight]))
      .sort()
      .join('\n');
  return held.length === rows.length && textOf(held) === textOf(rows);
}

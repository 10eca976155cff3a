import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dateText, dayNumber } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { DATA_FILE } from '../contract/names.ts';
import { datasetOfList } from '../datasets/index.ts';
import type { ConstituentRow } from '../sources/index.ts';
import { openReader } from '../store/index.ts';

export type ListDate = { asOf: number; note?: string };

type HeldRow = { as_of: string; ticker: string; name: string; sector: string; weight: string };

/** The longest list that can be imported. */
const MOST_ROWS = 200_000;

/** @returns the day number of a list date as a person wrote it. @throws Failure 'wrong_usage'. */
export function givenDate(text: string): number {
  const day = dayNumber(text);
  if (day === undefined)
    throw new Failure('wrong_usage', `A list date is a calendar day like 2024-12-06, not '${text}'.`);
  return day;
}

/**
 * @param given the date that a person says the lists of the file have; `undefined`: none.
 * @param usual dates a list that has no date of its own where no date is given.
 * @returns `asOf`, which dates each list of a file, and `finish`, to be called at its end. Both throw Failure 'invalid_file' where the given
 * date is not for this file: it has its own, or no list.
 */
export function listDates(
  file: string,
  given: number | undefined,
  usual: (code: string, rows: readonly ConstituentRow[]) => ListDate,
) {
  const undated: string[] = [];
  return {
    undated,
    asOf(code: string, own: number | undefined, rows: readonly ConstituentRow[]): ListDate {
      if (own !== undefined) {
        if (given !== undefined) throw wrongDate(file, `dates its list of ${code} itself, ${dateText(own)}`);
        return { asOf: own };
      }
      undated.push(code);
      if (given === undefined) return usual(code, rows);
      return {
        asOf: given,
        note: `The list has no date of its own; its constituents count as of ${dateText(given)}, as you say.`,
      };
    },
    finish(): void {
      if (given !== undefined && undated.length === 0) throw wrongDate(file, 'has no list of constituents');
    },
  };
}

function wrongDate(file: string, why: string): Failure {
  return new Failure('invalid_file', `${file} ${why}: import it without a list date.`, { file });
}

/**
 * Dates a list that has no date of its own: by the day of the import; but where it equals the newest list held, by the day of that
 * list, so that importing the same list again on a later day changes nothing.
 * @param today day number of the import.
 */
export function dateOfList(
  dataDir: string,
  today: number,
  code: string,
  rows: readonly ConstituentRow[],
): ListDate {
  const held = newestList(dataDir, code);
  const asOf = held[0] && sameRows(held, rows) ? dayNumber(held[0].as_of) : undefined;
  if (asOf !== undefined) {
    return {
      asOf,
      note: `The list has no date of its own; it says the same as the one held as of ${dateText(asOf)}.`,
    };
  }
  return {
    asOf: today,
    note: `The list has no date of its own; its constituents count as of ${dateText(today)}, the day of the import.`,
  };
}

function newestList(dataDir: string, code: string): HeldRow[] {
  if (!existsSync(join(dataDir, DATA_FILE))) return [];
  const reader = openReader(dataDir);
  try {
    const origin = reader.origin(datasetOfList(code).id);
    if (origin === undefined || origin === 'sample') return [];
    const { asOf, rows } = reader.constituents(code, { offset: 0, limit: MOST_ROWS }) ?? {
      asOf: 0,
      rows: [],
    };
    return rows.map((row) => ({ ...row, as_of: dateText(asOf) }));
  } finally {
    reader.close();
  }
}

function sameRows(held: readonly HeldRow[], rows: readonly ConstituentRow[]): boolean {
  if (held.length !== rows.length) return false;
  const texts = (list: readonly ConstituentRow[]) =>
    list
      .map(({ ticker, name, sector, weight }) => JSON.stringify([ticker, name, sector, weight]))
      .sort()
      .join('\n');
  return texts(held) === texts(rows);
}

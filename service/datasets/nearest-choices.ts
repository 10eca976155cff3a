import { findChoices } from './find-choices.ts';
import type { SeriesChoice } from './series-choice.ts';

/** Which series are nearest to an id that there is not: an assistant's guess, or a series of FRED that is not here. */

/** Well-known ids of FRED that no dataset has, with the words that find what comes nearest to them. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  UNRATE: 'insured unemployment rate',
  UNRATENSA: 'insured unemployment rate',
  U6RATE: 'insured unemployment rate',
  UNEMPLOY: 'continued claims',
  GFDEBTN: 'total public debt',
  FYGFDPUN: 'debt held by public',
  WRESBAL: 'other deposits held by depository institutions',
  TOTRESNS: 'other deposits held by depository institutions',
  DSPI: 'personal income',
  DTB4WK: 'US1M',
  GS1M: 'US1M',
  DTB3: 'US3M',
  TB3MS: 'US3M',
  GS3M: 'US3M',
  DTB6: 'US6M',
  TB6MS: 'US6M',
  GS6M: 'US6M',
  DTB1YR: 'US1Y',
  GS1: 'US1Y',
  GS2: 'US2Y',
  GS3: 'US3Y',
  GS5: 'US5Y',
  GS7: 'US7Y',
  GS10: 'US10Y',
  GS20: 'US20Y',
  GS30: 'US30Y',
};

/** @returns the words that stand for a well-known id which no dataset has; undefined for any other. */
export function wordsForId(id: string): string | undefined {
  const letters = id.trim().toUpperCase();
  return Object.hasOwn(WELL_KNOWN, letters) ? WELL_KNOWN[letters] : undefined;
}

/** The longest part of an id that is searched for. */
const LONGEST = 60;

/**
 * @param id 'UNRATE', 'JOLTS', 'jolts.quits': a well-known id stands for its words, of others the words are searched, all together and
 * then one by one. @param state whose series are meant where the id names none. @param isWanted leaves the others out.
 * @returns the best first; none where nothing is like it.
 */
export function nearestChoices(
  id: string,
  state: string,
  isWanted: (choice: SeriesChoice) => boolean = () => true,
): SeriesChoice[] {
  const typed = id.slice(0, LONGEST);
  const code = typed.split('.')[1] ?? typed;
  const words = code.split(/[._\s-]+/);
  const queries = [wordsForId(code) ?? typed, code, words.join(' '), ...words];
  for (const query of queries) {
    if (query.length < 2) continue;
    const found = findChoices(query, state).filter(isWanted);
    if (found.length > 0) return found;
  }
  return [];
}

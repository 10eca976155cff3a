import { describe, expect, test } from 'vitest';
import { failureOf, readText } from './read-text.ts';

/**
 * Publishers' files that resemble the files that Almanac reads: other adjustments, units, places, vintages,
 * periods, curves and funds. Each file is refused with the given words, or read without the look-alike, whose
 * numbers here are all `ODD`: exactly as the same file without it.
 */
export const ODD = '7777';
export type Content = string | Buffer;
type Refused = readonly [what: string, file: Content, refused: RegExp];
/** The file must be read as if the look-alike were not there. */
type LeftOut = readonly [what: string, file: Content, without: Content];

/** @returns the sorted observations and the lists of a file. */
export const facts = (content: Content) => {
  const { observations, lists } = readText(content);
  return {
    observations: observations.map(({ series, date, value }) => `${series} ${date} ${value}`).sort(),
    lists: lists.map(({ code, asOf, rows }) => ({ code, asOf, rows })),
  };
};

export function checkRefused(publisher: string, rows: readonly Refused[]): void {
  describe(`${publisher}: refused`, () => {
    test.each(rows)('%s', (_, file, refused) => {
      expect(failureOf(file)).toMatch(refused);
    });
  });
}

export function checkLeftOut(publisher: string, rows: readonly LeftOut[]): void {
  describe(`${publisher}: left out`, () => {
    test.each(rows)('%s', (_, file, without) => {
      const read = facts(file);
      expect(read.observations.length + read.lists.length).toBeGreaterThan(0);
      expect(read).toEqual(facts(without));
      expect(file).not.toEqual(without);
      expect(JSON.stringify(read)).not.toContain(ODD);
    });
  });
}

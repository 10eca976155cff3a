import type { FetchedLine, FormulaLine, Program } from '../program.ts';
import { periodFunction } from './periods.ts';

/** How a language writes what is computed of lines. Lines stand in variables named by their letters. */
export type Calls = {
  line(code: string, area: string): string;
  average(line: string, count: number, period: string, places: number): string;
  formula(line: FormulaLine): string;
};

/** @returns for each fetched line its letter and what it is; for each shown line that is computed, its name and what it is. */
export function computedLines(
  { fetched, formulas }: Program,
  calls: Calls,
): { letters: [letter: string, value: string][]; computed: [name: string, value: string][] } {
  const averaged = (value: string, { average, cadence }: FetchedLine | FormulaLine) =>
    average === undefined
      ? value
      : calls.average(value, average.count, periodFunction(cadence).name, average.places);
  return {
    letters: fetched.map((line) => [line.letter, averaged(calls.line(line.code, line.area), line)]),
    computed: [
      ...fetched.flatMap((line): [string, string][] =>
        line.isShown && line.average !== undefined
          ? [
              [
                `${[line.code, line.area].filter((part) => part !== '').join('.')}_MA${line.average.count}`,
                line.letter,
              ],
            ]
          : [],
      ),
      ...formulas.map((line): [string, string] => [
        line.text + (line.average === undefined ? '' : `_MA${line.average.count}`),
        averaged(calls.formula(line), line),
      ]),
    ],
  };
}

/** Fetched lines that are shown as they come. */
export function plainLines({ fetched }: Program): FetchedLine[] {
  return fetched.filter(({ isShown, average }) => isShown && average === undefined);
}

import { parseSeriesId } from '../../service/datasets/series-choice.ts';
import { plainFormula } from '../../service/series-math/formula.ts';

import { type LineText, parseLine } from './line-text.ts';
import { MOST_SERIES, type ShownFormula, type ShownSeries } from './types.ts';
import type { ViewSearch } from './view-search.ts';

const FIRST_SHOWN = [
  'us_debt.total_public_debt_outstanding',
  'us_debt.debt_held_by_public',
  'us_debt.intragovernmental_holdings',
];

/** What a formula may be written with; what it means is the business of `series-math`. */
const FORMULA = /^[a-h0-9.+\-*/^() ]{1,200}$/;

/** Series and formulas of a link, as many as fit; what they say wrongly is added to `problems`, a sentence each. */
export function readLines(
  search: ViewSearch,
  problems: string[],
): { series: ShownSeries[]; formulas: ShownFormula[] } {
  const series = distinct(search.series === undefined ? FIRST_SHOWN : parts(search.series), problems);
  const formulas = distinct(parts(search.formulas), problems, plainFormula);
  const hidden = new Set(parts(search.hidden));
  const known = [
    ...series.flatMap((line) => {
      const choice = parseSeriesId(line.name);
      if (choice) return [{ ...line, hidden: line.hidden || hidden.has(line.name), choice }];
      problems.push(`There is no series '${line.name}'. It was left out.`);
      return [];
    }),
    ...formulas.flatMap((line) => {
      if (FORMULA.test(line.name)) return [{ ...line, choice: undefined }];
      problems.push(`'${line.name}' is no formula of series, such as a/b*100. It was left out.`);
      return [];
    }),
  ];
  for (const { name } of known.slice(MOST_SERIES))
    problems.push(`The link names more than ${MOST_SERIES} series. '${name}' was left out.`);
  const fitting = known.slice(0, MOST_SERIES);
  const slots = readSlots(search.colours, fitting.length);
  const read: { series: ShownSeries[]; formulas: ShownFormula[] } = { series: [], formulas: [] };
  for (const [i, { name, choice, style, hidden }] of fitting.entries()) {
    const slot = slots[i] as number;
    if (choice) read.series.push({ choice, slot, hidden, style });
    else read.formulas.push({ text: name, slot, hidden, style });
  }
  return read;
}

function parts(text: string | undefined): string[] {
  return text?.split(',').filter((part) => part !== '') ?? [];
}

/** The first of each name, which may be written in more than one way. */
function distinct(texts: readonly string[], problems: string[], plain = (name: string) => name): LineText[] {
  const lines = new Map<string, LineText>();
  for (const text of texts) {
    const { problems: found, ...line } = parseLine(text);
    const name = plain(line.name);
    if (lines.has(name)) continue;
    lines.set(name, { ...line, name });
    problems.push(...found);
  }
  return [...lines.values()];
}

/** Colours are worth no notice: where the list does not fit, they are given out afresh. */
function readSlots(text: string | undefined, count: number): readonly number[] {
  const slots = text?.split(',').map(Number) ?? [];
  const fits =
    slots.length === count &&
    new Set(slots).size === count &&
    slots.every((slot) => Number.isInteger(slot) && slot >= 0 && slot < MOST_SERIES);
  return fits ? slots : Array.from({ length: count }, (_, i) => i);
}

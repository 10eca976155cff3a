import { dayNumber } from '../../service/contract/dates.ts';
import { isAggregation, isAskedFrequency, isUnits } from '../../service/contract/transforms.ts';
import type { Aggregation } from '../../service/datasets/types.ts';
import { LINE_TYPES, type LineStyle, type LineType, LONGEST_AVERAGE } from './types.ts';

/**
 * A line in the URL: what it is, then what it has of its own, each after a colon and told apart by its look, in any order:
 * `jolts.quits_rate_sa:pc1:q:avg:right:bar:ma3:hidden`, `us_debt.debt_held_by_public:nbd:2020-02-03:own`.
 */
export type LineText = { name: string; style: LineStyle; hidden: boolean };

/** @returns the text that `parseLine` reads back. */
export function lineText({ name, style, hidden }: LineText): string {
  const { units, indexDate, frequency, aggregation, axis, type, average } = style;
  const words = [
    units,
    indexDate,
    frequency,
    aggregation,
    axis,
    type,
    average && `ma${average}`,
    hidden && 'hidden',
  ];
  return [name, ...words.filter((word) => typeof word === 'string')].join(':');
}

/** @returns the line, with a sentence for each word that means nothing. */
export function parseLine(text: string): LineText & { problems: readonly string[] } {
  const [name = '', ...words] = text.split(':');
  const style: LineStyle = {};
  const problems: string[] = [];
  let hidden = false;
  for (const word of words) {
    if (isUnits(word)) style.units = word;
    else if (isAskedFrequency(word) || word === 'own') style.frequency = word;
    else if (isWay(word)) style.aggregation = word;
    else if (word === 'left' || word === 'right') style.axis = word;
    else if (isLineType(word)) style.type = word;
    else if (word === 'hidden') hidden = true;
    else if (/^ma\d/.test(word) && isAverage(word.slice(2), 1)) style.average = Number(word.slice(2));
    else if (dayNumber(word) !== undefined) style.indexDate = word;
    else problems.push(`'${word}' after '${name}' in the link means nothing. It was left out.`);
  }
  return { name, style, hidden, problems };
}

export function isLineType(text: string): text is LineType {
  return (LINE_TYPES as readonly string[]).includes(text);
}

/** @param least number of periods: 1 says that there is none, where there would be one. */
export function isAverage(text: string, least: 1 | 2): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= LONGEST_AVERAGE;
}

function isWay(text: string): text is Aggregation | 'usual' {
  return isAggregation(text) || text === 'usual';
}

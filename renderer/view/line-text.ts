import { isUnits } from '../../service/contract/transforms.ts';
import { LINE_TYPES, type LineStyle, type LineType, LONGEST_AVERAGE } from './types.ts';

/**
 * A line in the URL: what it is, then what it has of its own, each after a colon and told apart by its look, in any order:
 * `jolts.quits_rate_sa:pc1:right:bar:ma3:hidden`.
 */
export type LineText = { name: string; style: LineStyle; hidden: boolean };

/** @returns the text that `parseLine` reads back. */
export function lineText({ name, style, hidden }: LineText): string {
  const { units, axis, type, average } = style;
  const words = [units, axis, type, average && `ma${average}`, hidden && 'hidden'];
  return [name, ...words.filter((word) => typeof word === 'string')].join(':');
}

/** @returns the line, with a sentence for each word that means nothing. */
export function parseLine(text: string): LineText & { problems: readonly string[] } {
  const [name = '', ...words] = text.split(':');
  const style: LineStyle = {};
  const problems: string[] = [];
  let hidden = false;
  for (const word of words) {
    const average = /^ma(\d{1,3})$/.exec(word)?.[1];
    if (isUnits(word)) style.units = word;
    else if (word === 'left' || word === 'right') style.axis = word;
    else if (isLineType(word)) style.type = word;
    else if (word === 'hidden') hidden = true;
    else if (average && Number(average) >= 2 && Number(average) <= LONGEST_AVERAGE)
      style.average = Number(average);
    else problems.push(`'${word}' after '${name}' in the link means nothing. It was left out.`);
  }
  return { name, style, hidden, problems };
}

export function isLineType(text: string): text is LineType {
  return (LINE_TYPES as readonly string[]).includes(text);
}

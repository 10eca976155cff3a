import { entryOf } from '../datasets/series-choice.ts';
import { frequencyName } from '../series-math/frequency.ts';
import { linesText, lineUnits, listText } from './names.ts';
import type { DateRange, Line } from './types.ts';

/** Symbols of units, as words that every file system takes. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<=^|, )%(?=,|$)/, 'percent'],
  [/(?<=^|, |of )\$ mn(?=,|$)/, 'million dollars'],
  [/(?<=^|, |of )\$(?=,|$)/, 'dollars'],
];

/** In characters: all of a name but dates and ending. File systems take 255 bytes. */
const LONGEST = 100;
const LONGEST_UNITS = 45;

/**
 * @returns a file name without its ending: the lines, units, frequency, days, and 'sample' for sample data. 'JOLTS job openings,
 * level, SA, percent change from year ago, monthly, 2015-01-01 to 2024-12-01'. It has only letters, digits and signs that every file
 * system and HTTP header takes.
 */
export function fileStem(
  lines: readonly Pick<Line, 'title' | 'choice' | 'style' | 'unitText' | 'average' | 'cadence'>[],
  range: DateRange,
  isSample: boolean,
): string {
  const units = lineUnits(lines).map((unit) =>
    lowered(WORDS.reduce((text, [symbol, words]) => text.replace(symbol, words), unit)),
  );
  const unitsText = shortened(
    safeFileText(units.length > 2 ? 'several units' : listText(units)),
    LONGEST_UNITS,
  );
  const frequencies = [
    ...new Set(lines.map(({ cadence }) => frequencyName(cadence.frequency).toLowerCase())),
  ];
  const how = [unitsText, frequencies.join(', ')].filter((part) => part !== '').join(', ');
  const names = shortened(safeFileText(familyText(lines)), LONGEST - how.length) || 'chart';
  return [names, how, `${range.from} to ${range.to}`, ...(isSample ? ['sample'] : [])]
    .filter((part) => part !== '')
    .join(', ');
}

/** The names, after the short name of their dataset where it has one: 'JOLTS job openings, level, SA'. */
function familyText(lines: readonly Pick<Line, 'title' | 'choice' | 'style'>[]): string {
  const text = linesText(lines);
  const titles = new Set(lines.map(({ choice }) => (choice ? entryOf(choice).dataset.title : '')));
  const [, short] = /\(([A-Z][A-Z.\d]+)\)$/.exec([...titles].join()) ?? [];
  const isOwn = lines.some(({ style }) => style.name !== undefined);
  return short === undefined || isOwn || titles.size > 1 ? text : `${short} ${lowered(text)}`;
}

/** @returns the text with a small first letter, unless it is an abbreviation. */
function lowered(text: string): string {
  return text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** @returns a text of letters, digits and signs that every file system takes, without accents. */
export function safeFileText(text: string): string {
  return text
    .replaceAll('÷', 'per')
    .replaceAll('%', 'percent')
    .replaceAll('×', 'x')
    .replaceAll('−', '-')
    .replaceAll(': ', ' - ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .,;()&'+=-]+/g, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s.,;-]+|[\s.,;-]+$/g, '');
}

/** @returns the text, cut after a word where it is too long, but not after 'and'. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return text
    .slice(0, most)
    .replace(/ [^ ]*$/, '')
    .replace(/[\s.,;-]+(?:and)?[\s.,;-]*$/, '');
}

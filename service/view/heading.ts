import type { Heading } from './types.ts';

/** In characters. */
export const LONGEST_HEADING = 200;

/** What no image or workbook can hold, or what would turn the words round it: control, direction and non-characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff\s]+/gu;

/** @returns one line of at most `LONGEST_HEADING` characters; `undefined` of a text that says nothing. */
export function headingText(text: string): string | undefined {
  const plain = text.toWellFormed().replace(UNFIT, ' ').trim();
  const kept = [...plain].slice(0, LONGEST_HEADING).join('').trim();
  return kept === '' ? undefined : kept;
}

/** @returns the heading of an address. */
export function readHeading(search: Heading): Heading {
  const title = headingText(search.title ?? '');
  const subtitle = headingText(search.subtitle ?? '');
  return { ...(title !== undefined && { title }), ...(subtitle !== undefined && { subtitle }) };
}

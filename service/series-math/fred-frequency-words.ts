import { WEEKDAYS } from '../calendar/dates.ts';
import { FREQUENCIES, FREQUENCY_NAMES, WEEKS } from './fred-codes.ts';

/** FRED's words for frequencies in the addresses of its graphs: 'Monthly', 'Weekly, Ending Friday'. */

/** @returns the elements of a list in which the frequencies themselves can have commas. */
export function listOfFrequencies(text: string): string[] {
  return text.split(/,(?!\s*(?:Ending|As of|End of|Close)\b)/i);
}

/** @returns the code of a word, 'm' or 'wef'; any other text unchanged. */
export function frequencyCode(text: string): string {
  const [word = '', detail = ''] = text.toLowerCase().split(/,\s*/);
  const day = WEEKDAYS.findIndex((name) => detail === `ending ${name.toLowerCase()}`);
  if (word === 'weekly' && day >= 0) return WEEKS[day] ?? text;
  return FREQUENCIES.find((code) => FREQUENCY_NAMES[code].toLowerCase() === word) ?? text;
}

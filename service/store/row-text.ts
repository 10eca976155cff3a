import type { RowFormat } from './types.ts';

/** `YYYY-MM-DD`. */
export const DATE_LENGTH = 10;

/** The texts round a row's date and value, for one series in one format. */
export type RowParts = {
  /** Before the date. */
  before: string;
  /** Between date and value. */
  between: string;
  /** After the value. */
  after: string;
  /** Between two rows. */
  joint: string;
};

/**
 * Codes and areas are plain (checked when they are written), so nothing needs escaping.
 * @returns the parts of `{"date":…,"series":…,"state":…,"value":…}` or of `date,series,state,value`, without state where `area` is ''.
 */
export function rowParts(format: RowFormat, code: string, area: string): RowParts {
  if (format === 'csv') {
    return { before: '', between: `,${code},${area === '' ? '' : `${area},`}`, after: '\n', joint: '' };
  }
  const state = area === '' ? '' : `"state":"${area}",`;
  return { before: '{"date":"', between: `","series":"${code}",${state}"value":"`, after: '"}', joint: ',' };
}

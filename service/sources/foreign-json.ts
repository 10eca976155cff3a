import { quote } from './row-failure.ts';
import type { FileHead } from './types.ts';

/** About an answer of FiscalData without rows: the rest of a sentence that begins with the file's name. */
export const NO_FISCALDATA_ROWS =
  'is an answer of FiscalData without rows: nothing is there for what was asked. Ask again with other dates, and for page 1.';

/** JSON that people try to import: how to recognise it, and what to say about it. */
const KNOWN: readonly { has: RegExp; sentence: string }[] = [
  { has: /"data"\s*:\s*\[\s*\]/, sentence: NO_FISCALDATA_ROWS },
  {
    has: /^\s*"/,
    sentence: 'is one text in JSON, with the data in it; save the text itself as a file.',
  },
];

/**
 * @param head the beginning of a file that no format recognises.
 * @returns the rest of a sentence that begins with the file's name; `undefined` where it is not JSON.
 */
export function describeForeignJson({ text }: FileHead): string | undefined {
  // A CSV may begin with a quote too, but has no escaped quote or line end after it.
  if (!/^\s*([{[]|"(?:[^"\\\n]|\\.)*?\\["n])/.test(text)) return undefined;
  const error = errorIn(text);
  if (error !== undefined) return `is an error message, not data: ${error}`;
  return (
    KNOWN.find(({ has }) => has.test(text))?.sentence ??
    'is JSON that is not known: of JSON files, answers of FiscalData ("Debt to the Penny") and of the BLS API can be imported.'
  );
}

/** FRED answers `{"error_code":400,"error_message":"…"}`, FiscalData `{"error":"…","message":"…"}`. */
function errorIn(text: string): string | undefined {
  const [, fred] = /"error_message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  if (fred !== undefined) return `FRED says ${said(fred)}`;
  if (!/^\s*\{[^{]*"error"\s*:/.test(text)) return undefined;
  const [, message] = /"(?:message|error)"\s*:\s*"((?:[^"\\]|\\.)*)"\s*\}/.exec(text) ?? [];
  return message === undefined ? 'the publisher did not answer.' : `the publisher says ${said(message)}`;
}

/** @returns a publisher's message in quotes, without keys that it may repeat. */
function said(message: string): string {
  return `${quote(
    message
      .replace(/\\["/]/g, (sign) => sign.slice(1))
      .replace(/\s+/g, ' ')
      .replace(/[A-Za-z0-9]{24,}/g, '…')
      .slice(0, 300),
    300,
  )}.`;
}

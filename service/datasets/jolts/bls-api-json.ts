import { Type } from 'typebox';
import { checkJson, readJson } from '../../sources/json-document.ts';
import { fileFailure, quote } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { openBlsSeriesReader } from './bls-jolts.ts';

const WHOSE = 'the BLS API';
const SUCCEEDED = 'REQUEST_SUCCEEDED';
/** Where a range is too long the API shortens it and still calls the request a success. */
const SHORTENED = /\b(reduced|truncated|limit)\b/i;

/** `footnotes` is `[{}]` where there are none. */
const Footnote = Type.Object({ code: Type.Optional(Type.String()), text: Type.Optional(Type.String()) });
const Row = Type.Object({
  year: Type.String(),
  period: Type.String(),
  value: Type.String(),
  footnotes: Type.Optional(Type.Array(Footnote)),
});
const Answer = Type.Object({
  status: Type.String(),
  message: Type.Optional(Type.Array(Type.String())),
  Results: Type.Optional(Type.Unknown()),
});
const Results = Type.Object({
  series: Type.Array(Type.Object({ seriesID: Type.String(), data: Type.Array(Row) })),
});

/**
 * An answer of the BLS public data API, version 1 or 2: several series with their months, newest first, every value as text.
 * Where BLS says that it did not answer, or that it shortened the range, the file is refused, and the message quotes BLS.
 */
export const BLS_API_JSON: FileFormat = {
  id: 'bls-api-json',
  title: 'Job openings and labor turnover (BLS API JSON)',
  isPeriod: true,
  place: 'record',
  recognise: ({ text }) =>
    /^\s*\{/.test(text) && (/"status"\s*:\s*"REQUEST_/.test(text) || /"seriesID"\s*:/.test(text)),
  open: openBlsJson,
};

function openBlsJson(context: ReadContext): FileReader {
  const { file, target } = context;
  return readJson(file, (value) => {
    const { status, message = [], Results: results } = checkJson(file, WHOSE, Answer, value);
    const said = message.map(asSentence).filter((text) => text !== '');
    if (status !== SUCCEEDED) throw fileFailure(file, refused(status, said));
    const shortened = said.find((text) => SHORTENED.test(text));
    if (shortened !== undefined) {
      throw fileFailure(
        file,
        `is a part of what was asked for. BLS says: ${shortened} Ask for no more than 10 years and 25 series at a time (20 and 50 with a registered key), or import the flat file jt.data.1.AllItems, which has all years.`,
      );
    }
    const { series } = checkJson(file, WHOSE, Results, results, '/Results');
    const bls = openBlsSeriesReader(context);
    let record = 0;
    for (const { seriesID, data } of series) {
      const sink = bls.open(seriesID, record + 1);
      for (const { footnotes = [], ...row } of data) {
        record++;
        sink?.({
          ...row,
          footnotes: footnotes.flatMap(({ code, text = '' }) => (code === undefined ? [] : [{ code, text }])),
          line: record,
        });
      }
    }
    for (const text of said) target.note(`BLS says of its answer: ${text}`);
    if (record === 0) {
      throw fileFailure(file, `is an answer of BLS without numbers.${words(said)}`);
    }
    bls.finish();
  });
}

/** @returns the rest of a sentence about an answer without data. */
function refused(status: string, said: readonly string[]): string {
  return said.some((text) => /threshold/i.test(text))
    ? `is not data: the BLS limit of requests for the day is used up. Ask again tomorrow, or with a registered key.${words(said)}`
    : `is not data: BLS answered ${quote(status)}.${words(said)}`;
}

function words(said: readonly string[]): string {
  return said.length > 0 ? ` BLS says: ${said.join(' ')}` : '';
}

/** @returns a message of BLS on one line, not too long, and without the registration key that some of them repeat. */
function asSentence(message: string): string {
  const text = message
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[A-Za-z0-9]{24,}/g, '…')
    .slice(0, 300);
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

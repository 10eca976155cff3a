import { Type } from 'typebox';
import { dateText, daysFromCivil } from '../../calendar/dates.ts';
import { isPlainNumber, refuseValue } from '../../sources/cells.ts';
import { createGapFinder } from '../../sources/gaps.ts';
import { checkJson, readJson } from '../../sources/json-document.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import { readTextLines } from '../../sources/text-lines.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';

const COLUMNS = ['series_id', 'year', 'period', 'value', 'footnote_codes'];

/**
 * A flat file of BLS's database, such as `jt.data.1.AllItems`: five columns between tabs, CRLF, ids padded
 * with spaces to 30 characters, values aligned right. Only the catalogue's series are read.
 */
export const BLS_FLAT_FILE: FileFormat = {
  id: 'bls-flat-file',
  title: 'Job openings and labor turnover (BLS flat file jt.data)',
  recognise: ({ firstLine }) =>
    firstLine
      .split('\t')
      .map((name) => name.trim())
      .join('\t') === COLUMNS.join('\t'),
  open: openFlatFile,
};

function openFlatFile(context: ReadContext): FileReader {
  const { file } = context;
  const bls = openBlsSeriesReader(context);
  let isHeader = true;
  /** The previous line's id with its spaces and tab. The lines of a series follow each other. */
  let lastId = '';
  let sink: BlsSink | undefined;

  function readLine(text: string, line: number): void {
    if (lastId === '' || !text.startsWith(lastId)) {
      const end = text.indexOf('\t') + 1;
      if (end === 0) throw wrongWidth(text, line);
      sink = bls.open(text.slice(0, end).trim(), line);
      lastId = text.slice(0, end);
    }
    if (!sink) return;
    const cells = text.split('\t');
    if (cells.length !== COLUMNS.length) throw wrongWidth(text, line);
    const [, year = '', period = '', value = '', codes = ''] = cells.map((cell) => cell.trim());
    const footnotes =
      codes === '' ? [] : codes.split(',').map((code) => ({ code, text: `footnote ${code}` }));
    sink({ year, period, value, footnotes, line });
  }

  function wrongWidth(text: string, line: number): Error {
    const count = text.split('\t').length;
    const sentence = `${quote(text)} has ${count} ${count === 1 ? 'cell' : 'cells'} where the header has ${COLUMNS.length}, between tabs.`;
    return rowFailure(file, line, undefined, sentence);
  }

  function onLine(text: string, line: number, hasEnd: boolean): void {
    if (!hasEnd)
      throw rowFailure(file, line, undefined, 'the last line does not end: the file seems to be cut off.');
    if (text === '') return;
    if (!isHeader) readLine(text, line);
    isHeader = false;
  }
  return readTextLines(file, onLine, bls.finish);
}

const ANSWERER = 'the BLS API';
/** Matches BLS's message that it shortened a range that was too long. BLS still reports success. */
const SHORTENED = /\b(reduced|truncated|limit)\b/i;

/** `footnotes` is `[{}]` if there are none. */
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
 * An answer of the BLS public data API, version 1 or 2: series with their months, newest first, values as
 * text. If BLS says that it did not answer or shortened the range, the file is refused and BLS is quoted.
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
    const { status, message = [], Results: results } = checkJson(file, ANSWERER, Answer, value);
    const messages = message.map(asSentence).filter((text) => text !== '');
    const quoted = messages.length > 0 ? ` BLS says: ${messages.join(' ')}` : '';
    if (status !== 'REQUEST_SUCCEEDED') {
      const why = messages.some((text) => /threshold/i.test(text))
        ? 'the BLS limit of requests for the day is used up. Ask again tomorrow, or with a registered key.'
        : `BLS answered ${quote(status)}.`;
      throw fileFailure(file, `is not data: ${why}${quoted}`);
    }
    const shortened = messages.find((text) => SHORTENED.test(text));
    if (shortened !== undefined) {
      const sentence = `is a part of what was asked for. BLS says: ${shortened} Ask for no more than 10 years and 25 series at a time (20 and 50 with a registered key), or import the flat file jt.data.1.AllItems, which has all years.`;
      throw fileFailure(file, sentence);
    }
    const { series } = checkJson(file, ANSWERER, Results, results, '/Results');
    const bls = openBlsSeriesReader(context);
    let record = 0;
    for (const { seriesID, data } of series) {
      const sink = bls.open(seriesID, record + 1);
      for (const { footnotes = [], ...row } of data) {
        record++;
        const given = footnotes.flatMap(({ code, text = '' }) =>
          code === undefined ? [] : [{ code, text }],
        );
        sink?.({ ...row, footnotes: given, line: record });
      }
    }
    for (const text of messages) target.note(`BLS notes on its answer: ${text}`);
    if (record === 0) throw fileFailure(file, `is an answer of BLS without numbers.${quoted}`);
    bls.finish();
  });
}

/** @returns a BLS message on one line, shortened, without the registration key that some messages repeat. */
function asSentence(message: string): string {
  const text = message
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[A-Za-z0-9]{24,}/g, '…')
    .slice(0, 300);
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** One month of a BLS series as the API and the flat files write it. */
type BlsRow = {
  year: string;
  /** `M01` to `M12`; `M13` is the average of the year. */
  period: string;
  /** Plain digits, or `-` for a missing value. */
  value: string;
  footnotes: readonly { code: string; text: string }[];
  /** Line of the file, or record of the JSON. */
  line: number;
};

/** Takes one row of a series. @throws Failure if the year, month or value is invalid. */
type BlsSink = (row: BlsRow) => void;

const PRELIMINARY = 'P';

/** Reads BLS series: keeps the JOLTS series of the catalogue, and notes the others. */
function openBlsSeriesReader({ file, target }: ReadContext) {
  const known = seriesOfPublisher('BLS');
  const sinks = new Map<string, BlsSink>();
  const left = new Set<string>();
  const gaps = createGapFinder('month');
  const missing = new Map<string, number>();
  let preliminary = 0;

  function openSink(id: string): BlsSink | undefined {
    const found = known.get(id);
    if (!found) return undefined;
    const names = { date: 'period', value: 'value' };
    const series = target.series(found.dataset, found.code, found.area, names);
    return ({ year, period, value, footnotes, line }) => {
      if (!/^\d{4}$/.test(year))
        throw rowFailure(file, line, 'year', `${quote(year)} is not a year; four digits are right.`);
      if (period === 'M13') return;
      if (!/^M(0[1-9]|1[0-2])$/.test(period))
        throw rowFailure(file, line, 'period', `${quote(period)} is not a month; M01 to M12 are right.`);
      const day = daysFromCivil(Number(year), Number(period.slice(1)), 1);
      gaps.add(found.code, day);
      if (value === '-') {
        const why = footnotes.map(({ text }) => text).join('; ') || 'no reason is given';
        missing.set(why, (missing.get(why) ?? 0) + 1);
        return;
      }
      if (!isPlainNumber(value)) refuseValue(file, line, `value of ${id} in ${year} ${period}`, value);
      if (footnotes.some(({ code }) => code === PRELIMINARY)) preliminary++;
      target.observation(series, day, value, line);
    };
  }

  return {
    /** @returns the sink for the series' rows, if Almanac has it. @throws Failure if `id` is not a BLS id. */
    open(id: string, line: number): BlsSink | undefined {
      const found = sinks.get(id) ?? openSink(id);
      if (found) {
        sinks.set(id, found);
        return found;
      }
      if (!/^[A-Z]{2}[A-Z0-9#_-]{3,}$/.test(id)) {
        const sentence = `${quote(id)} is not the id of a BLS series; one like JTS000000000000000JOL is right.`;
        throw rowFailure(file, line, 'series', sentence);
      }
      left.add(id);
      return undefined;
    },
    /** Notes what was left out. @throws Failure if Almanac holds none of the file's series. */
    finish(): void {
      const [example] = left;
      const [are, were] = left.size === 1 ? ['is', 'was'] : ['are', 'were'];
      if (sinks.size === 0 && example !== undefined) {
        const more = left.size > 1 ? ` and ${left.size - 1} more` : '';
        const sentence = `holds none of the ${known.size} JOLTS series that Almanac has, such as JTS000000000000000JOL; it holds ${example}${more}.`;
        throw fileFailure(file, sentence);
      }
      if (example !== undefined)
        target.note(
          `${left.size} of the file’s BLS series ${are} not held by Almanac and ${were} left out, ${example} for one.`,
        );
      for (const [why, count] of missing)
        target.note(`BLS has no number for ${count} of the file’s months: ${why}.`);
      if (preliminary > 0)
        target.note(`${preliminary} of the file’s numbers ${preliminary === 1 ? 'is' : 'are'} preliminary.`);
      const { newest, names } = gaps.late();
      if (names.length > 0)
        target.note(
          `The newest month, ${dateText(newest).slice(0, 7)}, is not there for ${names.length} of the file’s series, ${names[0]} for one.`,
        );
      gaps.note(target);
    },
  };
}

import { quote, rowFailure } from '../../sources/row-failure.ts';
import { readTextLines } from '../../sources/text-lines.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { type BlsSink, openBlsSeriesReader } from './bls-jolts.ts';

const COLUMNS = ['series_id', 'year', 'period', 'value', 'footnote_codes'] as const;

/**
 * A flat file of BLS's time series database, such as `jt.data.1.AllItems`: five columns between tabs, CRLF, ids padded with
 * spaces to 30 characters, values aligned to the right. It has all industries and states; only the series of the catalogue are read.
 */
export const BLS_FLAT_FILE: FileFormat = {
  id: 'bls-flat-file',
  title: 'Job openings and labor turnover (BLS flat file jt.data)',
  recognise({ firstLine }) {
    const names = firstLine.split('\t').map((name) => name.trim());
    return names.length === COLUMNS.length && COLUMNS.every((name, at) => names[at] === name);
  },
  open: openFlatFile,
};

function openFlatFile(context: ReadContext): FileReader {
  const { file } = context;
  const bls = openBlsSeriesReader(context);
  let isHeader = true;
  /** The id of the line before, with its spaces and tab: the lines of a series follow each other. */
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

  const lines = readTextLines(file, (text, line, hasEnd) => {
    if (!hasEnd)
      throw rowFailure(file, line, undefined, 'the last line does not end: the file seems to be cut off.');
    if (text !== '' && !isHeader) readLine(text, line);
    if (text !== '') isHeader = false;
  });
  return {
    push: lines.push,
    end() {
      lines.end();
      bls.finish();
    },
  };
}

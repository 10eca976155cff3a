import { dayNumber } from '../../calendar/dates.ts';
import type { Failure } from '../../contract/failure.ts';
import { isPlainNumber, notNumber, refuseDate, refuseValue } from '../../sources/cells.ts';
import { checkWidth, headerCells, readCsv } from '../../sources/csv-records.ts';
import { moveDecimalPoint } from '../../sources/exact-decimals.ts';
import { createGapFinder } from '../../sources/gaps.ts';
import { type KnownSeries, seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, lineFailure, quote, rowFailure, type XmlPlace } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext, RowTarget } from '../../sources/types.ts';
import { readXml, rootElement, type XmlAttributes } from '../../sources/xml-reader.ts';
import { membersInHead, openZip, readWhole, unpack } from '../../sources/zip-archive.ts';

const KNOWN = seriesOfPublisher('Federal Reserve');

/** First cells of the rows above the data, in order. Some of them end with a colon and a space. */
const TOP = ['Series Description', 'Unit', 'Multiplier', 'Currency', 'Unique Identifier', 'Time Period'];
const MISSING_CELLS = new Set(['', 'NA', 'ND', 'NC']);
const RIGHT_UNIT = 'is right; Almanac holds the H.4.1 in millions of US dollars.';
/** The cells that each series must have: millions of US dollars. */
const MEASURE = { Unit: 'Currency', Multiplier: '1000000', Currency: 'USD' };

/**
 * The Federal Reserve's H.4.1 as CSV from the Data Download Program, with series in columns: five rows about
 * the series, a header, a row for each Wednesday. Columns are found by identifier, because their order and
 * descriptions change over the years. Only the catalogue's series are read; the other columns, of some 130,
 * are week and year changes and week averages.
 */
export const FED_H41_CSV: FileFormat = {
  id: 'fed-h41-csv',
  title: 'Federal Reserve H.4.1 (Data Download Program CSV)',
  isPeriod: true,
  recognise: ({ firstLine }) =>
    /^"?Series Description:?"?,/.test(firstLine) && !firstLine.includes('Unique Identifier'),
  open: openColumnsCsv,
};

type H41TopRow = { cells: readonly string[]; line: number };
type H41Column = { at: number; id: string; series: number };

function openColumnsCsv(context: ReadContext): FileReader {
  const { file, target } = context;
  const top: H41TopRow[] = [];
  const gaps = createGapFinder('week');
  let columns: readonly H41Column[] = [];
  let width = 0;

  function readTop(cells: readonly string[], line: number, hasEnd: boolean): void {
    const name = TOP[top.length] ?? '';
    if ((cells[0] ?? '').trim().replace(/:$/, '') !== name) {
      const sentence = `the row begins with ${quote(cells[0] ?? '')} where ${quote(name)} is right; with series in columns and labels, the rows above the data are ${TOP.join(', ')}.`;
      throw rowFailure(file, line, undefined, sentence);
    }
    if (top.length === 0) width = cells.length;
    checkWidth(file, cells, width, line, hasEnd);
    top.push({ cells: cells.map((cell) => cell.trim()), line });
    if (top.length === TOP.length) columns = openColumns(context, top);
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (top.length < TOP.length) return readTop(cells, line, hasEnd);
      checkWidth(file, cells, width, line, hasEnd);
      const date = (cells[0] ?? '').trim();
      const day = dayNumber(date) ?? refuseDate(file, line, 'Time Period', date, 'YYYY-MM-DD');
      gaps.add('H.4.1', day);
      for (const { at, id, series } of columns) observeCell(context, series, id, day, cells[at], line);
      return undefined;
    },
    onEnd(line) {
      if (top.length < TOP.length) {
        const sentence = `the file ends before its row ${quote(TOP[top.length] ?? '')}: it seems to be cut off.`;
        throw rowFailure(file, line, undefined, sentence);
      }
      gaps.note(target);
    },
  });
}

/** Opens a series for each column whose identifier is in the catalogue. */
function openColumns({ file, target }: ReadContext, top: readonly H41TopRow[]): H41Column[] {
  const row = (name: string): H41TopRow => top[TOP.indexOf(name)] ?? { cells: [], line: 0 };
  const identifiers = row('Unique Identifier');
  const header = row('Time Period');
  const columns: H41Column[] = [];
  for (let at = 1; at < header.cells.length; at++) {
    const identifier = identifiers.cells[at] ?? '';
    const id = header.cells[at] ?? '';
    if (!identifier.endsWith(`/${id}`)) {
      const sentence = `the header calls the column ${quote(id)}, the identifier above it is ${quote(identifier)}; they must agree.`;
      throw rowFailure(file, header.line, id, sentence);
    }
    const series = checkedSeries(file, id, (name) => ({
      cell: row(name).cells[at] ?? '',
      line: row(name).line,
    }));
    if (!series) continue;
    if (columns.some((column) => column.id === id))
      throw rowFailure(file, identifiers.line, id, 'the column is there twice; each may be there once.');
    const names = { date: 'Time Period', value: id };
    columns.push({ at, id, series: target.series(series.dataset, series.code, '', names) });
  }
  if (columns.length > 0) return columns;
  throw noKnownSeries(file, identifiers.cells[1] ?? '');
}

/** The columns between the description and the dates. Some names end with a colon and a space. */
const ABOUT = ['Unit', 'Multiplier', 'Currency', 'Unique Identifier', 'Series Name'];

/** The H.4.1 as CSV with series in rows: columns that describe the series, then one for each Wednesday. */
export const FED_H41_ROWS_CSV: FileFormat = {
  id: 'fed-h41-rows-csv',
  title: 'Federal Reserve H.4.1 (Data Download Program CSV, series in rows)',
  isPeriod: true,
  recognise: ({ firstLine }) => positionsOf(headerCells(firstLine)) !== undefined,
  open: openRowsCsv,
};

/** @returns the positions of the columns of `ABOUT`, after the description; `undefined` if one is missing. */
function positionsOf(cells: readonly string[]): Map<string, number> | undefined {
  const names = cells.slice(0, ABOUT.length + 1).map((cell) => cell.trim().replace(/:$/, ''));
  const found = new Map(ABOUT.map((name) => [name, names.indexOf(name)]));
  return [...found.values()].every((at) => at > 0) ? found : undefined;
}

function openRowsCsv(context: ReadContext): FileReader {
  const { file, target } = context;
  const gaps = createGapFinder('week');
  const seen = new Set<string>();
  let positions: ReadonlyMap<string, number> | undefined;
  let days: number[] = [];
  let first = '';
  return readCsv({
    file,
    onHeader(cells, line) {
      positions = positionsOf(cells);
      days = cells.slice(ABOUT.length + 1).map((cell) => {
        const date = cell.trim();
        return dayNumber(date) ?? refuseDate(file, line, 'Series Name', date, 'YYYY-MM-DD');
      });
    },
    onRecord(cells, line, hasEnd) {
      const about = (name: string) => (cells[positions?.get(name) ?? -1] ?? '').trim();
      const id = about('Series Name');
      first ||= about('Unique Identifier');
      const known = checkedSeries(file, id, (name) => ({ cell: about(name), line }));
      if (!known) return;
      if (seen.has(id))
        throw rowFailure(file, line, id, 'the series is there twice; each may be there once.');
      seen.add(id);
      const series = target.series(known.dataset, known.code, '', { date: 'the first line', value: id });
      for (const [at, day] of days.entries()) {
        gaps.add(id, day);
        observeCell(context, series, id, day, cells[at + ABOUT.length + 1], line);
      }
      // A file without a final line break may be whole. A number that was cut is shorter than the one before.
      if (!hasEnd && (cells.at(-1) ?? '').length < (cells.at(-2) ?? '').length) {
        const sentence = 'the last number is shorter than the one before it: the file seems to be cut off.';
        throw rowFailure(file, line, id, sentence);
      }
    },
    onEnd() {
      if (seen.size === 0) throw noKnownSeries(file, first);
      gaps.note(target);
    },
  });
}

function observeCell(
  { file, target }: ReadContext,
  series: number,
  id: string,
  day: number,
  cell = '',
  line: number,
): void {
  const value = cell.trim();
  if (MISSING_CELLS.has(value)) return;
  if (!isPlainNumber(value)) refuseValue(file, line, id, value);
  target.observation(series, day, value, line);
}

/** @returns the series, if Almanac holds it. @throws Failure if the file names another release or unit. */
function checkedSeries(
  file: string,
  id: string,
  about: (name: string) => { cell: string; line: number },
): KnownSeries | undefined {
  const series = KNOWN.get(id);
  if (!series) return undefined;
  const { cell: identifier, line } = about('Unique Identifier');
  if (identifier !== `H41/H41/${id}`) {
    const sentence = `${quote(identifier)} is not the series of the H.4.1; ${quote(`H41/H41/${id}`)} is right.`;
    throw rowFailure(file, line, id, sentence);
  }
  for (const [name, right] of Object.entries(MEASURE)) {
    const found = about(name);
    if (found.cell !== right)
      throw rowFailure(file, found.line, id, `${quote(found.cell)} where ${quote(right)} ${RIGHT_UNIT}`);
  }
  return series;
}

/** @returns the failure of a file with none of the H.4.1 series. @param first the file's first identifier. */
function noKnownSeries(file: string, first: string): Failure {
  const [example] = KNOWN.keys();
  const sentence = `holds none of the ${KNOWN.size} series of the H.4.1 that Almanac has, such as H41/H41/${example}; its first is ${quote(first)}.`;
  return fileFailure(file, sentence);
}

/** Limits in bytes. In 2026 the archive has 9 MB, and the XML in it 126 MB. */
const LARGEST_FILE = 64 << 20;
const LARGEST_DATA = 1 << 30;
/** Members such as `H41_data.xml`, `H41_H41.xsd`, `frb_common.xsd`. Other releases have similar names. */
const MEMBER = /^([A-Z0-9]+_(data|struct)\.xml|[A-Z0-9]+_[A-Z0-9_]+\.xsd|frb_common\.xsd)$/;
const DATA = /^[A-Z0-9]+_data\.xml$/;
const NAMESPACE = 'www.federalreserve.gov/structure/compact/';

/** The Federal Reserve's own archive of the H.4.1, `FRB_h41_xml.zip`: SDMX-ML, read as it is unpacked. */
export const FED_H41_ZIP: FileFormat = {
  id: 'fed-h41-xml-zip',
  title: 'Federal Reserve H.4.1 (FRB_h41_xml.zip)',
  isMarkedUp: true,
  recognise: ({ bytes }) => membersInHead(bytes).some(({ name }) => MEMBER.test(name)),
  open: openArchive,
};

/** The data file of `FRB_h41_xml.zip`, unpacked. */
export const FED_H41_XML: FileFormat = {
  id: 'fed-h41-xml',
  title: 'Federal Reserve H.4.1 (H41_data.xml)',
  isMarkedUp: true,
  recognise: ({ text }) => /(^|:)MessageGroup$/.test(rootElement(text) ?? '') && text.includes(NAMESPACE),
  open: ({ file, target }) => openXml({ file }, target),
};

function openArchive({ file, target }: ReadContext): FileReader {
  return readWhole(file, LARGEST_FILE, function* (bytes) {
    const members = openZip(file, bytes);
    const [member, ...others] = members.filter(({ name }) => DATA.test(name));
    if (!member || others.length > 0) {
      const names = members.map(({ name }) => quote(name)).join(', ');
      const count = member ? others.length + 1 : 0;
      const sentence = `holds ${count} files of data where one, H41_data.xml, is right; in it are ${names.slice(0, 300)}.`;
      throw fileFailure(file, sentence);
    }
    const reader = openXml({ file, part: member.name }, target);
    for (const piece of unpack(file, member, LARGEST_DATA)) {
      reader.push(piece);
      yield undefined;
    }
    reader.end();
  });
}

const DATASET = 'H41';
const MISSING_VALUE = '-9999';
/** Powers of ten by `UNIT_MULT`, which has the factor itself (`1000000` or `1e+06`). */
const MULTIPLIERS = new Map([
  ['1', 0],
  ['1000', 3],
  ['1e+03', 3],
  ['1000000', 6],
  ['1e+06', 6],
  ['1000000000', 9],
  ['1e+09', 9],
]);
const MILLIONS = 6;

type H41Series = { name: string; id: number; power: number };

/**
 * Reads the H.4.1 as the Federal Reserve's SDMX-ML 1.0 compact XML: a `DataSet` contains `Series`, whose
 * attributes give the unit, and each contains an `Obs` for each Wednesday. Only the catalogue's series are
 * read, of some 2,000. Values are converted exactly to millions of dollars. An observation without data has
 * `OBS_STATUS` ND, NC or NA and the value -9999.
 */
function openXml(place: XmlPlace, target: RowTarget): FileReader {
  const opened = new Set<string>();
  const gaps = createGapFinder('week');
  let series: H41Series | undefined;

  function openSeries(attributes: XmlAttributes, line: number): H41Series | undefined {
    const fail = (attribute: string, sentence: string) => lineFailure(place, line, attribute, sentence);
    const name = attributes.SERIES_NAME;
    if (name === undefined) throw fail('SERIES_NAME', 'the series has no name.');
    const found = KNOWN.get(name);
    if (!found) return undefined;
    if (opened.has(name))
      throw fail('SERIES_NAME', `${quote(name)} is there twice; each series may be there once.`);
    opened.add(name);
    const wrong = (attribute: string, right: string) =>
      fail(attribute, `${quote(attributes[attribute] ?? '')} of ${name} where ${right} ${RIGHT_UNIT}`);
    if (attributes.UNIT !== 'Currency') throw wrong('UNIT', '"Currency"');
    if (attributes.CURRENCY !== 'USD') throw wrong('CURRENCY', '"USD"');
    const power = MULTIPLIERS.get(attributes.UNIT_MULT ?? '');
    if (power === undefined) throw wrong('UNIT_MULT', '"1000000" or another factor of thousands');
    const columns = { date: `TIME_PERIOD of ${name}`, value: name };
    return { name, id: target.series(found.dataset, found.code, '', columns), power };
  }

  function observe({ name, id, power }: H41Series, attributes: XmlAttributes, line: number): void {
    const { OBS_STATUS: status, OBS_VALUE: value = '', TIME_PERIOD: date = '' } = attributes;
    const fail = (attribute: string, sentence: string) =>
      lineFailure(place, line, `${attribute} of ${name}`, sentence);
    const day = dayNumber(date);
    if (day === undefined)
      throw fail('TIME_PERIOD', `${quote(date)} is not a date; a real day written YYYY-MM-DD is right.`);
    gaps.add(name, day);
    if (status !== undefined && status !== '' && MISSING_CELLS.has(status)) return;
    if (status !== 'A') throw fail('OBS_STATUS', `${quote(status ?? '')} is none of A, ND, NC and NA.`);
    if (value === MISSING_VALUE)
      throw fail('OBS_VALUE', `${quote(value)} is not a value, though the status is A.`);
    if (!isPlainNumber(value))
      throw fail('OBS_VALUE', notNumber(value, 'plain digits are right.', 'a value'));
    target.observation(id, day, moveDecimalPoint(value, power - MILLIONS), line);
  }

  return readXml(place, {
    open(name, attributes, line, path) {
      if (name === 'DataSet' && attributes.id !== DATASET) {
        const sentence = `this is the release ${quote(attributes.id ?? '')}; Almanac reads ${DATASET}.`;
        throw lineFailure(place, line, 'DataSet', sentence);
      }
      if (name === 'Series') series = openSeries(attributes, line);
      else if (series && name === 'Obs' && path.at(-2) === 'Series') observe(series, attributes, line);
    },
    close(name) {
      if (name === 'Series') series = undefined;
    },
    end() {
      const missing = [...KNOWN.keys()].filter((name) => !opened.has(name));
      if (opened.size === 0) {
        const sentence = `holds none of the ${KNOWN.size} series of the H.4.1 that Almanac has, such as ${missing[0]}.`;
        throw fileFailure(place.file, sentence);
      }
      if (missing.length > 0) target.note(`The file has no series ${missing.join(', ')}.`);
      gaps.note(target);
    },
  });
}

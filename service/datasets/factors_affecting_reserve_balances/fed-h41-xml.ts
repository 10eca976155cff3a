import { dayNumber } from '../../calendar/dates.ts';
import { isPlainNumber, notNumber } from '../../sources/cells.ts';
import { moveDecimalPoint } from '../../sources/exact-decimals.ts';
import { createGapFinder, gapNote } from '../../sources/gaps.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, lineFailure, quote, type XmlPlace } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext, RowTarget } from '../../sources/types.ts';
import { readXml, rootElement } from '../../sources/xml-reader.ts';
import { membersInHead, openZip, readWhole, unpack } from '../../sources/zip-archive.ts';

/** In 2026 the archive has 9 MB, and the XML in it 126 MB. */
const LARGEST_FILE = 64 << 20;
const LARGEST_DATA = 1 << 30;
/** `H41_data.xml`, `H41_struct.xml`, `H41_H41.xsd`, `frb_common.xsd`; the archives of other releases have similar names. */
const MEMBER = /^([A-Z0-9]+_(data|struct)\.xml|[A-Z0-9]+_[A-Z0-9_]+\.xsd|frb_common\.xsd)$/;
const DATA = /^[A-Z0-9]+_data\.xml$/;
const NAMESPACE = 'www.federalreserve.gov/structure/compact/';

/** The Federal Reserve's own archive of the H.4.1, `FRB_h41_xml.zip`: SDMX-ML, which is unpacked and read piece by piece. */
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
  open: ({ file, target }) => readH41({ file }, target),
};

function openArchive({ file, target }: ReadContext): FileReader {
  return readWhole(file, LARGEST_FILE, function* (bytes) {
    const members = openZip(file, bytes);
    const data = members.filter(({ name }) => DATA.test(name));
    const [member] = data;
    if (!member || data.length > 1) {
      const names = members.map(({ name }) => quote(name)).join(', ');
      throw fileFailure(
        file,
        `holds ${data.length} files of data where one, H41_data.xml, is right; in it are ${names.slice(0, 300)}.`,
      );
    }
    const reader = readH41({ file, part: member.name }, target);
    for (const piece of unpack(file, member, LARGEST_DATA)) {
      reader.push(piece);
      yield undefined;
    }
    reader.end();
  });
}

const DATASET = 'H41';
const MISSING = new Set(['ND', 'NC', 'NA']);
const MISSING_VALUE = '-9999';
/** Powers of ten of the multipliers: the Federal Reserve writes the factor itself (`1000000` or `1e+06`). */
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

type OpenH41Series = { name: string; id: number; power: number };

/**
 * Reads the H.4.1 as the Federal Reserve's SDMX-ML 1.0 compact XML: `DataSet` contains `Series`, whose attributes give the unit, and a
 * series contains an `Obs` for each Wednesday. It reads those of the some 2,000 series that are in the catalogue, found by
 * `SERIES_NAME`, and converts values in other units than millions of dollars exactly. An observation without data has `OBS_STATUS` ND, NC or NA and the value -9999.
 */
function readH41(place: XmlPlace, target: RowTarget): FileReader {
  const known = seriesOfPublisher('Federal Reserve');
  const opened = new Set<string>();
  const gaps = createGapFinder('week');
  let series: OpenH41Series | undefined;

  function openSeries(attributes: Readonly<Record<string, string>>, line: number): OpenH41Series | undefined {
    const name = attributes.SERIES_NAME;
    if (name === undefined) throw lineFailure(place, line, 'SERIES_NAME', 'the series has no name.');
    const found = known.get(name);
    if (!found) return undefined;
    if (opened.has(name))
      throw lineFailure(
        place,
        line,
        'SERIES_NAME',
        `${quote(name)} is there twice; each series may be there once.`,
      );
    opened.add(name);
    const power = MULTIPLIERS.get(attributes.UNIT_MULT ?? '');
    const wrong = (attribute: string, right: string) =>
      lineFailure(
        place,
        line,
        attribute,
        `${quote(attributes[attribute] ?? '')} of ${name} where ${right} is right; Almanac holds the H.4.1 in millions of US dollars.`,
      );
    if (attributes.UNIT !== 'Currency') throw wrong('UNIT', '"Currency"');
    if (attributes.CURRENCY !== 'USD') throw wrong('CURRENCY', '"USD"');
    if (power === undefined) throw wrong('UNIT_MULT', '"1000000" or another factor of thousands');
    const columns = { date: `TIME_PERIOD of ${name}`, value: name };
    return { name, id: target.series(found.dataset, found.code, '', columns), power };
  }

  function observe(
    { name, id, power }: OpenH41Series,
    attributes: Readonly<Record<string, string>>,
    line: number,
  ): void {
    const { OBS_STATUS: status, OBS_VALUE: value = '', TIME_PERIOD: date = '' } = attributes;
    const day = dayNumber(date);
    if (day === undefined)
      throw lineFailure(
        place,
        line,
        `TIME_PERIOD of ${name}`,
        `${quote(date)} is not a date; a real day written YYYY-MM-DD is right.`,
      );
    gaps.add(name, day);
    if (status !== undefined && MISSING.has(status)) return;
    if (status !== 'A')
      throw lineFailure(
        place,
        line,
        `OBS_STATUS of ${name}`,
        `${quote(status ?? '')} is none of A, ND, NC and NA.`,
      );
    if (!isPlainNumber(value) || value === MISSING_VALUE)
      throw lineFailure(
        place,
        line,
        `OBS_VALUE of ${name}`,
        value === MISSING_VALUE
          ? `${quote(value)} is not a value, though the status is A.`
          : notNumber(value, 'plain digits are right.', 'a value'),
      );
    target.observation(id, day, moveDecimalPoint(value, power - MILLIONS), line);
  }

  const reader = readXml(place, {
    open(name, attributes, line, path) {
      if (name === 'DataSet' && attributes.id !== DATASET) {
        throw lineFailure(
          place,
          line,
          'DataSet',
          `this is the release ${quote(attributes.id ?? '')}; Almanac reads ${DATASET}.`,
        );
      }
      if (name === 'Series') series = openSeries(attributes, line);
      else if (series && name === 'Obs' && path.at(-2) === 'Series') observe(series, attributes, line);
    },
    close(name) {
      if (name === 'Series') series = undefined;
    },
  });
  return {
    push: reader.push,
    end() {
      reader.end();
      const missing = [...known.keys()].filter((name) => !opened.has(name));
      if (missing.length === known.size)
        throw fileFailure(
          place.file,
          `holds none of the ${known.size} series of the H.4.1 that Almanac has, such as ${missing[0]}.`,
        );
      if (missing.length > 0) target.note(`The file has no series ${missing.join(', ')}.`);
      const note = gapNote(gaps.find(), 'weeks');
      if (note !== undefined) target.note(note);
    },
  };
}

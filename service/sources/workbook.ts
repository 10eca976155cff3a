import { fileFailure, quote } from './row-failure.ts';
import { type CellText, readSheet, type SheetRow } from './sheet-rows.ts';
import type { FileReader } from './types.ts';
import { readWhole } from './whole-file.ts';
import { readXml, type XmlVisitor } from './xml-reader.ts';
import { openZip, unpack, type ZipMember } from './zip-archive.ts';
import { membersInHead } from './zip-head.ts';

export type { CellText, SheetRow };

const LARGEST_FILE = 64 << 20;
const LARGEST_SMALL_PART = 4 << 20;
const LARGEST_STRINGS = 64 << 20;
const LARGEST_SHEET = 128 << 20;
/** A head of 64 KiB could name a thousand parts. */
const MOST_TEXTS = 8;
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/**
 * Reads the first sheet of an Excel workbook (Office Open XML, ECMA-376) row by row, or all of them. Cells have the text of the file,
 * with shared strings looked up; formats, formulas and the dimension that the sheet claims are ignored.
 * @param onRow gets the rows in order; a file may leave out rows without cells.
 * @param onEnd gets the name of each sheet and the number of its last row.
 */
export function readWorkbook(
  file: string,
  onRow: (row: SheetRow, sheet: string) => void,
  onEnd: (sheet: string, lastRow: number) => void,
  sheets: 'first' | 'all' = 'first',
): FileReader {
  return readWhole(file, LARGEST_FILE, function* (bytes) {
    const members = openZip(file, bytes);
    const found = yield* findSheets(file, members);
    const strings: string[] = [];
    const stringsPart = found.strings === undefined ? undefined : partOf(file, members, found.strings);
    if (stringsPart)
      yield* readPart(
        file,
        stringsPart,
        LARGEST_STRINGS,
        readSharedStrings((text) => strings.push(text)),
      );
    for (const { name, target } of sheets === 'all' ? found.sheets : found.sheets.slice(0, 1)) {
      let lastRow = 0;
      const visitor = readSheet({ file, sheet: name, strings }, (row) => {
        lastRow = row.number;
        onRow(row, name);
      });
      yield* readPart(file, partOf(file, members, target), LARGEST_SHEET, visitor);
      onEnd(name, lastRow);
    }
  });
}

/** @returns the names of sheets, shared strings and sheets that are in the head of a workbook, as text; '' for other files. */
export function workbookText(head: Buffer): string {
  return membersInHead(head)
    .filter(({ name }) => /^xl\/(workbook|sharedStrings|worksheets\/[^/]+)\.xml$/.test(name))
    .slice(0, MOST_TEXTS)
    .map(({ text }) => text())
    .join('\n');
}

/** Finds the sheets in the order of the workbook, and the shared strings. */
function* findSheets(file: string, members: readonly ZipMember[]) {
  const sheets: { name: string; id: string }[] = [];
  yield* readPart(file, partOf(file, members, WORKBOOK), LARGEST_SMALL_PART, {
    open(name, attributes) {
      if (/^(1|true)$/.test(attributes.date1904 ?? ''))
        throw fileFailure(
          file,
          'counts its days from 1904, as no publisher does: a program has saved it again.',
        );
      if (name !== 'sheet') return;
      // The prefix of the namespace of relations; every program chooses its own.
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      sheets.push({ name: attributes.name ?? '', id });
    },
  });
  const targets = new Map<string, string>();
  let strings: string | undefined;
  yield* readPart(file, partOf(file, members, RELATIONS), LARGEST_SMALL_PART, {
    open(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
      if (Type.endsWith('/worksheet')) targets.set(Id, target);
      if (Type.endsWith('/sharedStrings')) strings = target;
    },
  });
  const found = sheets.map(({ name, id }) => ({ name, target: targets.get(id) ?? '' }));
  if (!found[0]?.target) throw fileFailure(file, 'is a workbook without a sheet.');
  // A sheet that is a chart has no rows.
  return { sheets: found.filter(({ target }) => target !== ''), strings };
}

function partOf(file: string, members: readonly ZipMember[], name: string): ZipMember {
  const found = members.find((member) => member.name === name);
  if (found) return found;
  throw fileFailure(file, `is not a whole workbook: it has no part ${quote(name)}.`);
}

function* readPart(file: string, member: ZipMember, largestBytes: number, visitor: XmlVisitor) {
  const reader = readXml({ file, part: member.name }, visitor);
  for (const piece of unpack(file, member, largestBytes)) {
    reader.push(piece);
    yield undefined;
  }
  reader.end();
}

/**
 * Reads the part of a workbook that holds its strings (`sst`, ECMA-376 18.4), plain or in runs of formatted text.
 * @param onString gets the strings in the order of their numbers, from 0. Phonetic hints are left out.
 */
function readSharedStrings(onString: (text: string) => void): XmlVisitor {
  let string = '';
  return {
    close(name, text, _line, path) {
      if (name === 't' && !path.includes('rPh')) string += text;
      if (name !== 'si') return;
      onString(string);
      string = '';
    },
  };
}

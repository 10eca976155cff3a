import { fileFailure, quote } from './row-failure.ts';
import { readSharedStrings } from './shared-strings.ts';
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
/** A head of 64 KiB could be made to name a thousand parts. */
const MOST_TEXTS = 8;
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/**
 * Reads the first sheet of an Excel workbook (Office Open XML, ECMA-376) row by row. Every cell comes as the text of the file,
 * shared strings looked up; formats, formulas and the sheet's claimed dimension play no part.
 * @param onRow gets rows in their order; rows without cells may be left out by the file.
 * @param onEnd gets the name of the sheet and the number of its last row.
 */
export function readWorkbook(
  file: string,
  onRow: (row: SheetRow, sheet: string) => void,
  onEnd: (sheet: string, lastRow: number) => void,
): FileReader {
  return readWhole(file, LARGEST_FILE, function* (bytes) {
    const members = openZip(file, bytes);
    const sheet = yield* findSheet(file, members);
    const strings: string[] = [];
    const stringsPart = sheet.strings === undefined ? undefined : partOf(file, members, sheet.strings);
    if (stringsPart)
      yield* readPart(
        file,
        stringsPart,
        LARGEST_STRINGS,
        readSharedStrings((text) => strings.push(text)),
      );
    let lastRow = 0;
    const visitor = readSheet({ file, sheet: sheet.name, strings }, (row) => {
      lastRow = row.number;
      onRow(row, sheet.name);
    });
    yield* readPart(file, partOf(file, members, sheet.target), LARGEST_SHEET, visitor);
    onEnd(sheet.name, lastRow);
  });
}

/** @returns the text of a workbook's names of sheets, shared strings and sheets, as far as it stands in the head; '' for other files. */
export function workbookText(head: Buffer): string {
  return membersInHead(head)
    .filter(({ name }) => /^xl\/(workbook|sharedStrings|worksheets\/[^/]+)\.xml$/.test(name))
    .slice(0, MOST_TEXTS)
    .map(({ text }) => text())
    .join('\n');
}

/** Finds the first sheet in the order of the workbook, and the shared strings. */
function* findSheet(file: string, members: readonly ZipMember[]) {
  const sheets: { name: string; id: string }[] = [];
  yield* readPart(file, partOf(file, members, WORKBOOK), LARGEST_SMALL_PART, {
    open(name, attributes) {
      if (name !== 'sheet') return;
      // Its prefix stands for the namespace of relations; programs choose it.
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
      targets.set(Id, target);
      if (Type.endsWith('/sharedStrings')) strings = target;
    },
  });
  const [first] = sheets;
  const target = targets.get(first?.id ?? '');
  if (!first || target === undefined) throw fileFailure(file, 'is a workbook without a sheet.');
  return { name: first.name, target, strings };
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

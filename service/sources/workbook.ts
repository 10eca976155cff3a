import { cellFailure, fileFailure, quote } from './row-failure.ts';
import type { FileReader } from './types.ts';
import { readXml, type XmlVisitor } from './xml-reader.ts';
import { membersInHead, openZip, readWhole, unpack, type ZipMember } from './zip-archive.ts';

const LARGEST_FILE = 64 << 20;
const LARGEST_SMALL_PART = 4 << 20;
const LARGEST_STRINGS = 64 << 20;
const LARGEST_SHEET = 128 << 20;
/** The most parts to look at; a head of 64 KiB could name a thousand. */
const MOST_TEXTS = 8;

/** A cell that is not empty. A number keeps its text from the file. */
export type CellText = { kind: 'text' | 'number' | 'other'; text: string };

/** A row: its number in the file, from 1, and its cells by column letters ('A', 'AB'). */
export type SheetRow = { number: number; cells: ReadonlyMap<string, CellText> };

/**
 * Reads the first sheet of an Excel workbook (Office Open XML, ECMA-376), or all, row by row. Cells have the
 * file's text, with shared strings looked up; formats, formulas and the claimed dimension are ignored.
 * @param onRow gets the rows in order; a file may leave out rows without cells.
 * @param onEnd gets the name of each sheet.
 */
export function readWorkbook(
  file: string,
  onRow: (row: SheetRow, sheet: string) => void,
  onEnd: (sheet: string) => void,
  which: 'first' | 'all' = 'first',
): FileReader {
  return readWhole(file, LARGEST_FILE, function* (bytes) {
    const members = openZip(file, bytes);
    const found = yield* findSheets(file, members);
    const strings: string[] = [];
    if (found.strings !== undefined)
      yield* readPart(file, members, found.strings, LARGEST_STRINGS, readSharedStrings(strings));
    for (const { name, target } of which === 'all' ? found.sheets : found.sheets.slice(0, 1)) {
      const visitor = readSheet({ file, sheet: name, strings }, (row) => onRow(row, name));
      yield* readPart(file, members, target, LARGEST_SHEET, visitor);
      onEnd(name);
    }
  });
}

/** @returns the text of sheet names, shared strings and sheets in a workbook's head; '' for other files. */
export function workbookText(head: Buffer): string {
  return membersInHead(head)
    .filter(({ name }) => /^xl\/(workbook|sharedStrings|worksheets\/[^/]+)\.xml$/.test(name))
    .slice(0, MOST_TEXTS)
    .map(({ text }) => text())
    .join('\n');
}

/** Finds the sheets in the workbook's order, and the shared strings. */
function* findSheets(file: string, members: readonly ZipMember[]) {
  const sheets: { name: string; id: string }[] = [];
  yield* readPart(file, members, 'xl/workbook.xml', LARGEST_SMALL_PART, {
    open(name, attributes) {
      if (/^(1|true)$/.test(attributes.date1904 ?? '')) {
        const sentence = 'counts its days from 1904, as no publisher does: a program has saved it again.';
        throw fileFailure(file, sentence);
      }
      if (name !== 'sheet') return;
      // Every program chooses its own prefix for the namespace of relations.
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      sheets.push({ name: attributes.name ?? '', id });
    },
  });
  const targets = new Map<string, string>();
  let strings: string | undefined;
  yield* readPart(file, members, 'xl/_rels/workbook.xml.rels', LARGEST_SMALL_PART, {
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

function* readPart(
  file: string,
  members: readonly ZipMember[],
  name: string,
  largestBytes: number,
  visitor: XmlVisitor,
) {
  const member = members.find((one) => one.name === name);
  if (!member) throw fileFailure(file, `is not a whole workbook: it has no part ${quote(name)}.`);
  const reader = readXml({ file, part: name }, visitor);
  for (const piece of unpack(file, member, largestBytes)) {
    reader.push(piece);
    yield undefined;
  }
  reader.end();
}

/** Reads the shared strings (`sst`, ECMA-376 18.4) in the order of their numbers, without phonetic hints. */
function readSharedStrings(strings: string[]): XmlVisitor {
  let string = '';
  return {
    close(name, text, _line, path) {
      if (name === 't' && !path.includes('rPh')) string += text;
      if (name !== 'si') return;
      strings.push(string);
      string = '';
    },
  };
}

/** Reads a sheet's rows (`sheetData`, ECMA-376 18.3.1). @throws Failure for a misplaced or broken cell. */
export function readSheet(
  { file, sheet, strings }: { file: string; sheet: string; strings: readonly string[] },
  onRow: (row: SheetRow) => void,
): XmlVisitor {
  let row = 0;
  let cells = new Map<string, CellText>();
  let reference = '';
  let letters = '';
  let type = '';
  let value: string | undefined;

  function openRow(given: string | undefined): void {
    const next = given === undefined ? row + 1 : Number(given);
    if (!Number.isInteger(next) || next <= row) {
      const what = `row ${quote(given ?? '')} after row ${row} of its sheet ${quote(sheet)}`;
      throw fileFailure(file, `has ${what}: it was damaged.`);
    }
    row = next;
    cells = new Map();
    letters = '';
  }

  function openCell(given = ''): void {
    const [, before = '', at] = /^([A-Z]{1,3})(\d{1,7})$/.exec(given) ?? [];
    const isAfter = before.length > letters.length || (before.length === letters.length && before > letters);
    if (Number(at) !== row || !isAfter) {
      const what = `cell ${quote(given)} in row ${row} of its sheet ${quote(sheet)}, after column ${quote(letters)}`;
      throw fileFailure(file, `has ${what}: it was damaged.`);
    }
    letters = before;
    reference = given;
    value = undefined;
  }

  function closeCell(text: string): CellText {
    if (type === '' || type === 'n') return { kind: 'number', text };
    if (type === 'str' || type === 'inlineStr') return { kind: 'text', text };
    if (type !== 's') return { kind: 'other', text };
    const shared = /^\d{1,7}$/.test(text) ? strings[Number(text)] : undefined;
    if (shared !== undefined) return { kind: 'text', text: shared };
    const sentence = `there is no shared string ${quote(text)}: the file was damaged.`;
    throw cellFailure(file, sheet, reference, sentence);
  }

  return {
    open(name, attributes) {
      if (name === 'row') openRow(attributes.r);
      if (name !== 'c') return;
      openCell(attributes.r);
      type = attributes.t ?? '';
    },
    close(name, text, _line, path) {
      if (name === 'v') value = text;
      if (name === 't' && type === 'inlineStr' && !path.includes('rPh')) value = (value ?? '') + text;
      if (name === 'c' && value !== undefined) {
        const cell = closeCell(value);
        if (cell.text !== '') cells.set(letters, cell);
      }
      if (name === 'row') onRow({ number: row, cells });
    },
  };
}

const NUMBER = /^(-?)(\d+)?(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
/** The digits that Excel keeps (Microsoft, "Excel specifications and limits": number precision 15 digits). */
const DIGITS = 15;
const LARGEST_EXPONENT = 30;
/** Programs write a double with at most 24 characters. */
const LONGEST = 40;

/**
 * Turns the text of a number in a workbook into plain decimal text, without a floating-point number:
 * `1.85531362E8` → `185531362`, `9.6e-05` → `0.000096`; a plain number stays as it is.
 * Digits beyond the fifteenth are rounded (half up): `65465.873227000001` → `65465.873227`. A workbook holds
 * doubles, written with 17 digits; Excel keeps and shows 15, and the rest is noise of binary sums. The
 * shortest text of the double would not help: all 7,555 such numbers in the Census Bureau's file of 2023 are
 * that text already (`23420.618563000015`).
 * @returns `undefined` for text that is not a number, or not as programs write it (`007`), or above 10^30.
 */
export function workbookNumber(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    (text.length > LONGEST ? null : NUMBER.exec(text)) ?? [];
  if (whole === '' && fraction === '') return undefined;
  if (/^0\d/.test(whole) || (sign !== '' && !/[1-9]/.test(whole + fraction))) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const isPlain = whole !== '' && !/e/i.test(text);
  if (isPlain && digits.length <= DIGITS) return text;
  if (digits === '') return '0';
  const power = Number(exponent);
  if (Math.abs(power) > LARGEST_EXPONENT) return undefined;
  /** The number is 0.DIGITS × 10^point. */
  let point = power + digits.length - fraction.length;
  let kept = digits;
  if (digits.length > DIGITS) {
    const isUp = (digits[DIGITS] ?? '0') >= '5';
    kept = (BigInt(digits.slice(0, DIGITS)) + (isUp ? 1n : 0n)).toString();
    if (kept.length > DIGITS) point++;
  }
  kept = kept.replace(/0+$/, '');
  const left = point > 0 ? kept.slice(0, point).padEnd(point, '0') : '0';
  const right = point > 0 ? kept.slice(point) : `${'0'.repeat(-point)}${kept}`;
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

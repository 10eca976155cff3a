import { cellFailure, fileFailure, quote } from './row-failure.ts';
import type { XmlVisitor } from './xml-reader.ts';

/** A cell that is not empty. A number is its text in the file. */
export type CellText = { kind: 'text' | 'number' | 'other'; text: string };

export type SheetRow = {
  /** 1-based, as in the file. */
  number: number;
  /** By the letters of their column: 'A', 'AB'. */
  cells: ReadonlyMap<string, CellText>;
};

const REFERENCE = /^([A-Z]{1,3})(\d{1,7})$/;

/**
 * Reads the part of a workbook that holds the rows of a sheet (`sheetData`, ECMA-376 18.3.1).
 * @returns the visitor of the part; it throws Failure for a cell in the wrong place or a string that does not exist.
 */
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
    if (!Number.isInteger(next) || next <= row)
      throw fileFailure(
        file,
        `has row ${quote(given ?? '')} after row ${row} of its sheet ${quote(sheet)}: it was damaged.`,
      );
    row = next;
    cells = new Map();
    letters = '';
  }

  function openCell(given: string | undefined): void {
    const [, before = '', at] = REFERENCE.exec(given ?? '') ?? [];
    const isNext =
      Number(at) === row &&
      (before.length > letters.length || (before.length === letters.length && before > letters));
    if (!isNext)
      throw fileFailure(
        file,
        `has cell ${quote(given ?? '')} in row ${row} of its sheet ${quote(sheet)}, after column ${quote(letters)}: it was damaged.`,
      );
    letters = before;
    reference = given ?? '';
    value = undefined;
  }

  function readCell(): CellText | undefined {
    if (value === undefined) return undefined;
    switch (type) {
      case '':
      case 'n':
        return { kind: 'number', text: value };
      case 's': {
        const text = /^\d{1,7}$/.test(value) ? strings[Number(value)] : undefined;
        if (text === undefined)
          throw cellFailure(
            file,
            sheet,
            reference,
            `there is no shared string ${quote(value)}: the file was damaged.`,
          );
        return { kind: 'text', text };
      }
      case 'str':
      case 'inlineStr':
        return { kind: 'text', text: value };
      default:
        return { kind: 'other', text: value };
    }
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
      if (name === 'c') {
        const cell = readCell();
        if (cell && cell.text !== '') cells.set(letters, cell);
      }
      if (name === 'row') onRow({ number: row, cells });
    },
  };
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsv } from '../../service/sources/csv-records.ts';

type Read = { cells: string[]; line: number; hasEnd: boolean };

function read(text: string, pieceBytes = 1 << 20): Read[] {
  const records: Read[] = [];
  const reader = readCsv({
    file: 'test.csv',
    onRecord(cells, line, hasEnd) {
      records.push({ cells: [...cells], line, hasEnd });
      return undefined;
    },
    onEnd: () => undefined,
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  reader.end();
  return records;
}

const cell = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.stringMatching(/^[a-c",\n ]{0,6}$/))
  .filter(
    // Here a lone carriage return is not a line end; publishers do not use it.
    (text) => !text.includes('\r') && !text.includes('\0'),
  );
const table = fc.integer({ min: 2, max: 4 }).chain((width) =>
  fc.array(fc.tuple(fc.array(cell, { minLength: width, maxLength: width }), fc.boolean()), {
    minLength: 1,
    maxLength: 12,
  }),
);

function print(rows: readonly [string[], boolean][], newline: string): string {
  const quoted = (text: string, always: boolean) =>
    always || /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows
    .map(([cells, always]) => cells.map((text) => quoted(text, always)).join(',') + newline)
    .join('');
}

test('printed CSV is read back, with the first line of each record, in chunks of any size', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (rows, newline, piece, hasMark) => {
        let line = 1;
        const right = rows.map(([cells]) => {
          const record = { cells, line, hasEnd: true };
          line += 1 + cells.join('').split('\n').length - 1;
          return record;
        });
        expect(read(`${hasMark ? '\uFEFF' : ''}${print(rows, newline)}`, piece)).toEqual(right);
      },
    ),
    { numRuns: 500 },
  );
});

test('blank lines are left out but counted; a last line without an end is marked', () => {
  expect(read('a,b\n\n\r\n1,2\n\n3,4')).toEqual([
    { cells: ['a', 'b'], line: 1, hasEnd: true },
    { cells: ['1', '2'], line: 4, hasEnd: true },
    { cells: ['3', '4'], line: 6, hasEnd: false },
  ]);
});

test.each(['"3",4', '3,"4"', '"3","4"'])(
  'a last line %s without an end is marked too, quoted or not',
  (last) => {
    const [, first, end] = read(`a,b\n"1","2"\n${last}`);
    expect(first).toEqual({ cells: ['1', '2'], line: 2, hasEnd: true });
    expect(end).toEqual({ cells: ['3', '4'], line: 3, hasEnd: false });
  },
);

test.each([
  [
    'a,"b\nc,d\n',
    'test.csv, line 1: the quote that opens here is never closed: the file seems to be cut off.',
  ],
  [
    'a,b\n"c"d,e\n',
    'test.csv, line 2: a quote stands in the wrong place; a cell with quotes is quoted as a whole, and a quote in it is written twice.',
  ],
  ['a,b\nc\0,d\n', 'test.csv, line 2: there is a NUL byte: this is not a text file.'],
])('%j is refused', (text, message) => {
  expect(() => read(text)).toThrow(message);
  expect(() => read(text, 3)).toThrow(message);
});

test('bytes that are not UTF-8 are refused with their line', () => {
  const reader = readCsv({ file: 'test.csv', onRecord: () => undefined, onEnd: () => undefined });
  expect(() => reader.push(Buffer.from('a,b\nc,d\nMontr\xe9al,e\n', 'latin1'))).toThrow(
    'test.csv, line 3: the text is not UTF-8; save the file as UTF-8.',
  );
});

test('an endless line, or quotes that are never closed, take a megabyte or two of memory at most', () => {
  const feed = (start: string, piece: string) => {
    const reader = readCsv({ file: 'test.csv', onRecord: () => undefined, onEnd: () => undefined });
    let pieces = 0;
    expect(() => {
      reader.push(Buffer.from(start));
      for (; pieces < 100; pieces++) reader.push(Buffer.from(piece));
    }).toThrow('test.csv, line 2: the line is longer than 1 MB: this is not a table of data.');
    expect(pieces).toBeLessThan(4);
  };
  feed('a,b\n', 'x'.repeat(1 << 20));
  feed('a,b\n"', 'x\n'.repeat(1 << 19));
});

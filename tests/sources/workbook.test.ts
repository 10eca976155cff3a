import { describe, expect, test } from 'vitest';
import { FILE_FORMATS, fileHead } from '../../service/sources/formats.ts';
import { readWorkbook } from '../../service/sources/workbook.ts';
import { archive } from './archive-fixtures.ts';
import { workbook } from './workbook-fixtures.ts';

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PARTS = {
  'xl/workbook.xml':
    '<x:workbook xmlns:x="x" xmlns:rel="y"><x:sheets><x:sheet name="First" sheetId="7" rel:id="r2"/><x:sheet name="Second" sheetId="1" rel:id="r1"/></x:sheets></x:workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATION}/worksheet" Target="/xl/other/data.xml"/><Relationship Id="r3" Type="${RELATION}/sharedStrings" Target="strings.xml"/></Relationships>`,
  'xl/strings.xml':
    '<sst><si><t>plain &amp; simple</t></si><si><r><t>rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0" eb="1"><t>hint</t></rPh></si><si/></sst>',
  'xl/other/data.xml':
    '<x:worksheet xmlns:x="x"><x:dimension ref="A1:XFD1048576"/><x:sheetData>' +
    '<x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="s"><x:v>1</x:v></x:c><x:c r="D2" t="s"><x:v>2</x:v></x:c></x:row>' +
    '<x:row r="5"><x:c r="B5"><x:f>1/3</x:f><x:v>0.33333333333333331</x:v></x:c><x:c r="Z5" t="inlineStr"><x:is><x:r><x:t>i</x:t></x:r><x:r><x:t>n</x:t></x:r><x:rPh sb="0" eb="1"><x:t>hint</x:t></x:rPh></x:is></x:c><x:c r="AA5" t="str"><x:v>made</x:v></x:c><x:c r="AB5" t="b"><x:v>1</x:v></x:c><x:c r="AC5" t="e"><x:v>#N/A</x:v></x:c><x:c r="AD5" s="4"/></x:row>' +
    '<x:row/></x:sheetData></x:worksheet>',
  'xl/worksheets/sheet1.xml':
    '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
};

function read(parts: Record<string, string>): unknown[] {
  return readBytes(archive(Object.entries(parts).map(([name, data]) => ({ name, data }))));
}
function readBytes(bytes: Buffer): unknown[] {
  const seen: unknown[] = [];
  const reader = readWorkbook(
    'w.xlsx',
    ({ number, cells }) =>
      seen.push([
        number,
        Object.fromEntries([...cells].map(([at, { kind, text }]) => [at, `${kind} ${text}`])),
      ]),
    (sheet) => void seen.push(sheet),
  );
  reader.push(bytes);
  reader.end();
  return seen;
}
const changed = (name: keyof typeof PARTS, from: string, to: string) => ({
  ...PARTS,
  [name]: PARTS[name].replace(from, to),
});
const without = (name: string) => Object.fromEntries(Object.entries(PARTS).filter(([part]) => part !== name));

describe('reading workbooks', () => {
  test('the first sheet of the workbook is read, whatever its part’s name, with cells unchanged', () => {
    expect(read(PARTS)).toEqual([
      [2, { A: 'text plain & simple', C: 'text rich text' }],
      [
        5,
        { B: 'number 0.33333333333333331', Z: 'text in', AA: 'text made', AB: 'other 1', AC: 'other #N/A' },
      ],
      [6, {}],
      'First',
    ]);
  });

  test('a workbook without shared strings is read', () => {
    const bare = changed('xl/workbook.xml', 'rel:id="r2"', 'rel:id="r1"');
    expect(
      read({
        ...bare,
        'xl/_rels/workbook.xml.rels': PARTS['xl/_rels/workbook.xml.rels'].replace(
          /<Relationship Id="r3".*?\/>/,
          '',
        ),
      }),
    ).toEqual([[1, { A: 'number 1' }], 'First']);
  });

  test.each([
    [without('xl/workbook.xml'), 'w.xlsx is not a whole workbook: it has no part "xl/workbook.xml".'],
    [without('xl/strings.xml'), 'has no part "xl/strings.xml"'],
    [without('xl/other/data.xml'), 'has no part "xl/other/data.xml"'],
    [changed('xl/workbook.xml', 'rel:id="r2"', 'rel:id="r9"'), 'w.xlsx is a workbook without a sheet.'],
    [
      changed('xl/_rels/workbook.xml.rels', 'Id="r2"', 'TargetMode="External" Id="r2"'),
      'is a workbook without a sheet.',
    ],
    [
      changed('xl/other/data.xml', 'r="C2"', 'r="C3"'),
      'has cell "C3" in row 2 of its sheet "First", after column "A": it was damaged.',
    ],
    [
      changed('xl/other/data.xml', '<x:v>1</x:v>', '<x:v>3</x:v>'),
      'w.xlsx, sheet "First", cell C2: there is no shared string "3"',
    ],
    [changed('xl/other/data.xml', '<x:v>1</x:v>', '<x:v>-1</x:v>'), 'there is no shared string "-1"'],
    [
      changed(
        'xl/other/data.xml',
        '<x:worksheet',
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><x:worksheet',
      ),
      'of xl/other/data.xml: there is a document type declaration (DTD)',
    ],
  ])('%# is refused', (parts, message) => {
    expect(() => read(parts)).toThrow(message);
  });

  test('a sheet with only styled cells is refused for its ratio, rather than read for minutes', () => {
    const cells = '<c r="A1" s="1"/>'.repeat(200_000);
    const bytes = workbook([['a']], { change: (xml) => xml.replace('<row', `<!-- ${cells} --><row`) });
    expect(() => readBytes(bytes)).toThrow('packed by more than 200 to 1');
  });

  test('a beginning made to be slow to recognise is refused quickly', () => {
    const slow = '<c <sheet r="AC'.repeat(200_000);
    const parts = Array.from({ length: 40 }, (_, at) => ({ name: `xl/worksheets/s${at}.xml`, data: slow }));
    const head = archive(parts).subarray(0, 64 << 10);
    expect(FILE_FORMATS.filter(({ recognise }) => recognise(fileHead(head)))).toEqual([]);
  });
});

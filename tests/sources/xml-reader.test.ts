import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readXml, rootElement } from '../../service/sources/xml-reader.ts';

/** @returns what a visitor sees, as lines. */
function read(xml: string | Buffer, pieceBytes = 7): string[] {
  const seen: string[] = [];
  const reader = readXml(
    { file: 'a.zip', part: 'b.xml' },
    {
      open: (name, attributes, line, path) =>
        seen.push(`${line} <${path.join('/')} ${JSON.stringify(attributes)} ${name}>`),
      close: (name, text, line) => seen.push(`${line} ${name}=${JSON.stringify(text)}`),
    },
  );
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  reader.end();
  return seen;
}
const failure = (xml: string | Buffer, pieceBytes?: number) => {
  try {
    read(xml, pieceBytes);
  } catch (error) {
    if (error instanceof Error && error.name === 'Failure') return error.message;
    throw error;
  }
  return 'no failure';
};

describe('reading XML', () => {
  test('elements without prefix, attributes with it, text, references and CDATA, with their lines', () => {
    expect(
      read(
        '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- a -->\n<m:a x="1"\n y:z="&lt;2&#160;">é<b/>\n<c><![CDATA[<&]]>&amp;\u{1F600}</c>tail</m:a>\n',
      ),
    ).toEqual([
      '4 <a {"x":"1","y:z":"<2\u00a0"} a>',
      '4 <a/b {} b>',
      '4 b=""',
      '5 <a/c {} c>',
      '5 c="<&&\u{1F600}"',
      '5 a="tail"',
    ]);
  });

  test('the same in pieces of any size', () => {
    const xml = '<a><b t="ö">1&#160;2</b>\r\n<c>\u{1F600}</c></a>';
    const whole = read(xml, 1000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (size) => {
        expect(read(xml, size)).toEqual(whole);
      }),
    );
  });

  test.each([
    [
      '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
      'line 1 of b.xml: there is a document type declaration (DTD)',
    ],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'a document type declaration (DTD)'],
    [
      '<!DOCTYPE l [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;"><!ENTITY n "&m;&m;&m;&m;">]><l>&n;</l>',
      'a document type declaration (DTD)',
    ],
    ['<a>&x;</a>', 'not well-formed (undefined entity'],
    ['<a>\n<b>\n</a></b>', 'a.zip, line 3 of b.xml: the XML is not well-formed (unexpected close tag'],
    ['<a><b>', 'the file seems to be cut off'],
    ['<a x="1', 'cut off'],
    ['<?xml version="1.0"?>', 'cut off'],
    ['', 'a.zip is empty.'],
    ['<a x="1" x="2"/>', 'not well-formed (duplicate attribute'],
    ['<a/><b/>', 'not well-formed'],
    ['<a>\0</a>', 'not well-formed'],
    ['<?xml version="1.0" encoding="UTF-16"?><a/>', 'the encoding is "UTF-16"; save the file as UTF-8.'],
    [Buffer.from('<a>\n\xe9</a>', 'latin1'), 'the text is not UTF-8'],
    [Buffer.from('<a>é').subarray(0, 4), 'the text is not UTF-8'],
    ['<a>'.repeat(33), '33 elements are nested'],
  ])('%j is refused', (xml, message) => {
    expect(failure(xml)).toContain(message);
  });

  test('endless text, tags and comments are refused before they fill the memory', () => {
    for (const start of ['<a>', '<a x="', '<!--', '<a', '<a><![CDATA[']) {
      const reader = readXml({ file: 'x.xml' }, {});
      const push = () => {
        reader.push(Buffer.from(start));
        for (let n = 0; n < 100; n++) reader.push(Buffer.alloc(1 << 16, 'a'));
      };
      expect(push).toThrow('a piece of more than 1 MB without a tag');
    }
  });
});

test.each([
  ['<a:b x="">', 'a:b'],
  ['  <?xml version="1.0"?>\n<!-- <c> -->\n<b/>', 'b'],
  ['<!-- never closed <a>', undefined],
  ['<!DOCTYPE html>', undefined],
  ['a,b', undefined],
  ['', undefined],
])('the root of %j is %s', (text, root) => {
  expect(rootElement(text)).toBe(root);
});

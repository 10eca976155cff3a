import type { XmlVisitor } from './xml-reader.ts';

/**
 * Reads the part of a workbook in which its strings stand (`sst`, ECMA-376 18.4): plain or in runs of formatted text.
 * @param onString gets the strings in the order in which cells count them, from 0. Phonetic hints are left out.
 */
export function readSharedStrings(onString: (text: string) => void): XmlVisitor {
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

import { SaxesParser } from 'saxes';
import { fileFailure, lineFailure, quote, type XmlPlace } from './row-failure.ts';
import type { FileReader } from './types.ts';

/** Takes the elements of a document in order. Names come without their namespace prefix. */
export type XmlVisitor = {
  /**
   * @param attributes by name as written, with prefix.
   * @param path names of the open elements from the root to this one; the array is reused.
   */
  open?(name: string, attributes: XmlAttributes, line: number, path: readonly string[]): void;
  /** @param text the text between the tags, or after the last inner element if there is one. */
  close?(name: string, text: string, line: number, path: readonly string[]): void;
  /** Called when the document has ended and is whole. */
  end?(): void;
};
export type XmlAttributes = Readonly<Record<string, string>>;

/** Publishers nest seven elements at most. */
const DEEPEST = 32;
/** Limits the memory that a wrong file can take. Publishers' tags and texts are much shorter. */
const LONGEST_PIECE = 1 << 20;
/** Encodings that a file may declare although it is read as UTF-8; such files are mostly ASCII. */
const ENCODINGS = /^(utf-?8|us-ascii|ascii|iso-8859-1|windows-1252)$/i;

/**
 * Reads well-formed XML 1.0 in UTF-8 as a stream, in limited memory. Refuses a document type declaration, so
 * only XML's five entities and character references are expanded, and nothing outside the file is read.
 * @returns the reader; it throws Failure 'invalid_file' with the line.
 */
export function readXml(place: XmlPlace, { open, close, end }: XmlVisitor): FileReader {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new SaxesParser();
  const path: string[] = [];
  let text = '';
  /** Characters read so far, and up to the end of the last tag. */
  let read = 0;
  let atLastTag = 0;
  const fail = (sentence: string): never => {
    throw lineFailure(place, parser.line, undefined, sentence);
  };
  const addText = (part: string) => {
    text += part;
  };

  parser.on('error', ({ message }) => {
    // saxes puts line and column before the message.
    const what = message.replace(/^[\d:]+ /, '').replace(/\.$/, '');
    if (/^(unclosed tag|document must contain a root|unexpected end)/.test(what))
      return fail('the XML ends before its last element is closed: the file seems to be cut off.');
    return fail(`the XML is not well-formed (${what}): the file was damaged, or cut off.`);
  });
  parser.on('doctype', () =>
    fail('there is a document type declaration (DTD), which no publisher writes; it is not followed.'),
  );
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding === undefined || ENCODINGS.test(encoding)) return;
    fail(`the encoding is ${quote(encoding)}; save the file as UTF-8.`);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', (tag) => {
    atLastTag = read;
    const name = localName(tag.name);
    path.push(name);
    if (path.length > DEEPEST)
      fail(`${path.length} elements are nested; no publisher nests more than a few.`);
    text = '';
    open?.(name, tag.attributes, parser.line, path);
  });
  parser.on('closetag', (tag) => {
    atLastTag = read;
    close?.(localName(tag.name), text, parser.line, path);
    path.pop();
    text = '';
  });

  function write(part: string): void {
    read += part.length;
    parser.write(part);
    if (read - atLastTag > LONGEST_PIECE + part.length)
      fail('there is a piece of more than 1 MB without a tag: this is not a file of data.');
  }

  function decode(bytes: Uint8Array | undefined): string {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return fail('after this line the text is not UTF-8; save the file as UTF-8.');
    }
  }

  return {
    push: (bytes) => write(decode(bytes)),
    end() {
      write(decode(undefined));
      if (read === 0) throw fileFailure(place.file, 'is empty.');
      parser.close();
      end?.();
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** @returns the root element's name, with prefix, of XML that begins so; `undefined` for other text. */
export function rootElement(text: string): string | undefined {
  let rest = text.trimStart();
  while (rest.startsWith('<?') || rest.startsWith('<!--')) {
    const mark = rest.startsWith('<?') ? '?>' : '-->';
    const end = rest.indexOf(mark);
    if (end < 0) return undefined;
    rest = rest.slice(end + mark.length).trimStart();
  }
  return /^<([A-Za-z_][\w.:-]*)/.exec(rest)?.[1];
}

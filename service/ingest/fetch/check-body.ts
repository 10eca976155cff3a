import type { Publication } from '../../sources/ways.ts';
import { AttemptFailure } from './attempt-failure.ts';

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/**
 * Checks whether a body with status 200 can be the file: sites answer with a web page where they refuse a program, and with nothing
 * where they have no data.
 * @param head its first bytes, decoded.
 * @throws AttemptFailure.
 */
export function checkBody({ content, mayBeEmpty = false }: Publication, bytes: number, head: Buffer): void {
  if (bytes === 0) {
    if (mayBeEmpty) return;
    throw new AttemptFailure('the publisher sent an empty file');
  }
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const isMarkup = text.startsWith('<');
  if (isMarkup && (content !== 'xml' || isWebPage(text))) {
    throw new AttemptFailure(
      isWebPage(text)
        ? 'the publisher sent a web page instead of data, as sites do that refuse programs'
        : 'the publisher sent XML instead of data',
      { advice: 'by hand' },
    );
  }
  const begins: Record<Publication['content'], boolean> = {
    csv: true,
    text: true,
    json: /^[{[]/.test(text),
    xml: isMarkup,
    zip: head.subarray(0, ZIP.length).equals(ZIP),
  };
  if (!begins[content]) {
    throw new AttemptFailure(`the publisher sent something that is not ${NAMES[content]}`, {
      advice: 'by hand',
    });
  }
}

const NAMES: Record<Publication['content'], string> = {
  csv: 'CSV',
  text: 'text',
  json: 'JSON',
  xml: 'XML',
  zip: 'a ZIP archive or workbook',
};

/** A web page may begin like XML. */
function isWebPage(text: string): boolean {
  const start = text.replace(/^<\?xml[^>]*>\s*/, '').replace(/^(<!--[\s\S]*?-->\s*)+/, '');
  return /^<(!doctype\s+html|html|head|body|script|meta|title|!--)/i.test(start);
}

import type { FileHead } from './types.ts';
import { membersInHead } from './zip-archive.ts';

/** A file of a publisher that is not imported, recognised by its content. */
export type KnownFile = {
  /** Matches the text of such files only; for a workbook or archive, the names and texts of its parts. */
  has: RegExp;
  /** Whose file it is, after "is a workbook of", and what is wrong with it where its kind is not. */
  of: string;
  /** Which download is right, the rest of a sentence. */
  right: string;
};

const FRED_RIGHT =
  'download the series as CSV, such as https://fred.stlouisfed.org/graph/fredgraph.csv?id=ICSA.';

/** FRED is no dataset's publisher. Those of datasets are in their `source.ts`. */
export const FRED_FILES: readonly KnownFile[] = [
  {
    has: /"observations"\s*:\s*\[|<observations\b[^>]*\brealtime_start=/,
    of: 'FRED’s API, without the id of its series',
    right: FRED_RIGHT,
  },
  { has: /"(realtime_start|seriess)"\s*:|^<\w+ realtime_start=/m, of: 'FRED’s API', right: FRED_RIGHT },
  {
    has: /FRED Graph|Federal Reserve Economic Data|fred\.stlouisfed\.org|^Series ID: +\w+$|^sasdate,|\brealtime_start_date\b|,realtime_start,realtime_end\b/m,
    of: 'FRED',
    right: FRED_RIGHT,
  },
];

/** @returns what a file is that is known but not imported, and what would be right: the rest of a sentence that begins with its name. */
export function describeKnownFile(head: FileHead, known: readonly KnownFile[]): string | undefined {
  const { kind, text } = contentOf(head);
  const found = known.find(({ has }) => has.test(text));
  return found && `is ${kind} of ${found.of}, which is not imported; ${found.right}`;
}

/** More parts of an archive are not looked into; a head could name a thousand. */
export const MOST_PARTS = 12;
const MOST_TEXT = 1 << 18;
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

function contentOf({ bytes, text }: FileHead): { kind: string; text: string } {
  const members = membersInHead(bytes);
  if (members.length > 0) {
    const parts = members
      .slice(0, MOST_PARTS)
      .map((member) => `${member.name}\n${member.text().slice(0, MOST_TEXT)}`);
    const isWorkbook = members.some(({ name }) => name.startsWith('xl/') || name === '[Content_Types].xml');
    return { kind: isWorkbook ? 'an Excel workbook' : 'a ZIP archive', text: parts.join('\n') };
  }
  if (bytes.subarray(0, OLD_OFFICE.length).equals(OLD_OFFICE))
    return { kind: 'an old Excel workbook', text: bytes.toString('latin1').replaceAll('\0', '') };
  const start = text.trimStart();
  if (isWebPage(start)) return { kind: 'a web page (HTML)', text };
  if (start.startsWith('<')) return { kind: 'an XML file', text };
  return { kind: /^[[{]/.test(start) ? 'a JSON file' : 'a text file', text };
}

/** @returns whether a text without blanks at its beginning is HTML. */
export function isWebPage(start: string): boolean {
  return /^<(!doctype html|html|head|body|!--|script|meta|table|title|style|div)\b/i.test(start);
}

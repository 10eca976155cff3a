/** @param weight as in CSS: 400, 600. @returns the width of a text in pixels. */
export type MeasureText = (text: string, size: number, weight: number) => number;

export type Wrapping = { width: number; size: number; weight?: number; measure: MeasureText };

/** Lines end a little before the edge, because the image may be opened where the measured font is missing. */
const SHARE_USED = 0.96;

/**
 * Breaks a text into lines that fit: at spaces, or inside a word that is too long for a line.
 * @param width in pixels. @returns at least one line; '' of a text without words.
 */
export function wrapText(text: string, { width, size, weight = 400, measure }: Wrapping): string[] {
  const fits = (line: string) => measure(line, size, weight) <= width * SHARE_USED;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = piecesOf(word, fits);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** @returns the word, in parts if it is too long for a line. A letter is not separated from its accents. */
function piecesOf(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (piece !== '' && !fits(piece + segment)) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

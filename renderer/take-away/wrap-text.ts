/** @returns the width of a text in pixels, as it will be drawn. @param weight of CSS: 400, 600. */
export type MeasureText = (text: string, size: number, weight: number) => number;

export type Wrapping = { width: number; size: number; weight?: number; measure: MeasureText };

/** Who opens the image may lack the face that it was measured with: lines end a little before the edge. */
const SHARE_USED = 0.96;

/**
 * Breaks a text at its spaces into lines that fit, and a word that fits nowhere between its letters.
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

/** A word as it is where it fits, else cut where it must be; a letter with its accents stays whole. */
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

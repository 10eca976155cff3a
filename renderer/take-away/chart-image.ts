import {
  barFill,
  type ChartMarkup,
  type LineLook,
  letterColour,
  seriesColour,
  seriesDash,
} from '../chart/index.ts';

type LegendEntry = {
  slot: number;
  /** The letter at the end of the line; absent if the chart has only one line. */
  letter?: string;
  text: string;
  /** How the line was made, and whether its axis is on the right; '' if there is nothing to add. */
  made: string;
  isBar?: boolean;
  /** Overrides the dash pattern of the slot. */
  dash?: string;
};

/** The texts around a chart in an image, so that the image is complete wherever it is pasted. */
export type ImageWords = {
  title: string;
  subtitle: string;
  legend: readonly LegendEntry[];
  /** Units of the axes, written above the plot. */
  left: string;
  right: string;
  /** Paragraphs: sources, when the data were loaded, recessions. */
  footer: readonly string[];
};

const PAGE = {
  light: { background: '#ffffff', text: '#171c26', quiet: '#586172' },
  dark: { background: '#1c2129', text: '#dfe3ea', quiet: '#a1a9b7' },
} as const;
/** System fonts: an image has no style sheet that could load the page's font. */
export const IMAGE_FACE = "Inter, system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const EDGE = 16;
/** Pixels between the axis units and the sides of the drawing. */
const PLOT_EDGE = 12;
const SWATCH = 30;
const LETTER = 14;

type Block = {
  text: string;
  size: number;
  fill: string;
  lead: number;
  weight?: number;
  x?: number;
  width: number;
  isEnd?: boolean;
};
type LaidOutText = { markup: string; bottom: number; lines: number };

export type ChartImage = { svg: string; width: number; height: number };

/** @returns an image of the chart with its texts, wrapped to the image's width. */
export function chartImage(
  chart: ChartMarkup,
  words: ImageWords,
  { scheme, isDashed }: LineLook,
  measure: MeasureText,
): ChartImage {
  const { background, text, quiet } = PAGE[scheme];
  const width = Math.round(chart.width + 2 * EDGE);
  const inner = width - 2 * EDGE;
  const set = (top: number, block: Block) => setBlock(top, block, measure);
  const title = set(EDGE, { text: words.title, size: 16, weight: 600, fill: text, lead: 21, width: inner });
  const subtitle = set(title.bottom, { text: words.subtitle, size: 12, fill: quiet, lead: 17, width: inner });

  let below = subtitle.bottom + 8;
  const lettersWidth = words.legend.some(({ letter }) => letter !== undefined) ? LETTER : 0;
  const legend = words.legend.map(({ slot, letter = '', text: label, made, isBar, dash: own }) => {
    const y = below + 9;
    const dash = own ?? seriesDash(slot, isDashed);
    const sample = isBar
      ? `<rect x="${EDGE}" y="${y - 6}" width="22" height="12" fill="${barFill(slot, scheme)}"/>`
      : `<line x1="${EDGE}" x2="${EDGE + 22}" y1="${y}" y2="${y}" stroke="${seriesColour(slot, scheme)}" stroke-width="2.5"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>`;
    const at = { x: EDGE + SWATCH + lettersWidth, width: inner - SWATCH - lettersWidth };
    const mark = { x: EDGE + SWATCH, width: LETTER, fill: letterColour(slot, scheme), weight: 650 };
    const head = set(below, { text: letter, size: 12, lead: 18, ...mark });
    const entry = set(below, { text: label, size: 12, fill: text, lead: 18, ...at });
    const how = set(entry.bottom, { text: made, size: 11, fill: quiet, lead: 15, ...at });
    below = how.bottom;
    return sample + head.markup + entry.markup + how.markup;
  });

  const units = { size: 11, fill: quiet, lead: 14 };
  const both = words.left !== '' && words.right !== '';
  const unitWidth = (inner - 2 * PLOT_EDGE - (both ? 16 : 0)) / (both ? 2 : 1);
  const left = { ...units, text: words.left, x: EDGE + PLOT_EDGE, width: unitWidth };
  const right = { ...units, text: words.right, x: width - EDGE - PLOT_EDGE, width: unitWidth, isEnd: true };
  const unitLines = Math.max(set(0, left).lines, set(0, right).lines);
  const unitsTop = below + 8;
  const chartTop = unitsTop + unitLines * units.lead + 2;

  let end = chartTop + Math.round(chart.height) + 8;
  const footer = words.footer.map((sentence) => {
    const block = set(end, { text: sentence, size: 11, fill: quiet, lead: 15, width: inner });
    end = block.bottom;
    return block.markup;
  });
  const height = end + EDGE;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${IMAGE_FACE}" role="img">`,
    `<title>${escaped(words.title)}</title>`,
    `<rect width="100%" height="100%" fill="${background}"/>`,
    title.markup,
    subtitle.markup,
    ...legend,
    `<g transform="translate(${EDGE} ${chartTop})">${chart.markup}</g>`,
    set(unitsTop, left).markup,
    set(unitsTop, right).markup,
    ...footer,
    '</svg>',
  ];
  return { svg: parts.join('\n'), width, height };
}

function setBlock(
  top: number,
  { text, size, fill, lead, weight = 400, x = EDGE, width, isEnd = false }: Block,
  measure: MeasureText,
): LaidOutText {
  if (text === '') return { markup: '', bottom: top, lines: 1 };
  const lines = wrapText(text, { width, size, weight, measure });
  const more = `${weight === 400 ? '' : ` font-weight="${weight}"`}${isEnd ? ' text-anchor="end"' : ''}`;
  // The base line that centres the text in its line.
  const base = top + Math.round((lead + size * 0.72) / 2);
  const markup = lines.map(
    (line, i) =>
      `<text x="${x}" y="${base + i * lead}" font-size="${size}" fill="${fill}"${more}>${escaped(line)}</text>`,
  );
  return { markup: markup.join(''), bottom: top + lines.length * lead, lines: lines.length };
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** @param weight CSS weight: 400, 600 @returns the width of a text in pixels */
export type MeasureText = (text: string, size: number, weight: number) => number;

type Wrapping = { width: number; size: number; weight?: number; measure: MeasureText };

/** Lines end a little before the edge, because the viewer of the image may lack the measured font. */
const SHARE_USED = 0.96;

/** Breaks a text into at least one line that fits: at spaces, or inside a word that is too long. */
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

/** @returns the word, in pieces if it is too long for a line. Letters keep their accents. */
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

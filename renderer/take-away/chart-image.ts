import type { ChartMarkup, Scheme } from '../chart/index.ts';
import { seriesColour, seriesDash } from '../chart/index.ts';

/** What an image of a chart says beside the drawing, so that it can be understood and traced where it is pasted. */
export type ImageWords = {
  title: string;
  /** Range, units that are in force. */
  subtitle: string;
  legend: readonly { slot: number; text: string }[];
  /** Axis units as they stand over the plot. */
  left: string;
  right: string;
  /** Sources, when the data were loaded, recessions; a line each. */
  footer: readonly string[];
};

const PAGE = {
  light: { background: '#ffffff', text: '#171c26', quiet: '#586172' },
  dark: { background: '#1c2129', text: '#dfe3ea', quiet: '#a1a9b7' },
} as const;
const FACE = "Inter, system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const EDGE = 16;
const ROW = 18;

/** @returns the chart with its words round it, as an SVG document, and its size in pixels. */
export function chartImage(
  chart: ChartMarkup,
  words: ImageWords,
  scheme: Scheme,
): { svg: string; width: number; height: number } {
  const { background, text, quiet } = PAGE[scheme];
  const width = Math.round(chart.width + 2 * EDGE);
  const legendTop = EDGE + 2 * ROW + 8;
  const chartTop = legendTop + words.legend.length * ROW + 8;
  const footerTop = chartTop + Math.round(chart.height) + 8;
  const height = footerTop + words.footer.length * 15 + EDGE;
  const say = (x: number, y: number, size: number, fill: string, said: string, more = '') =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${escaped(said)}</text>`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FACE}" role="img">`,
    `<title>${escaped(words.title)}</title>`,
    `<rect width="100%" height="100%" fill="${background}"/>`,
    say(EDGE, EDGE + 13, 16, text, words.title, ' font-weight="600"'),
    say(EDGE, EDGE + 13 + ROW, 12, quiet, words.subtitle),
    ...words.legend.map(({ slot, text: said }, i) => {
      const y = legendTop + i * ROW + 6;
      const line = `<line x1="${EDGE}" x2="${EDGE + 22}" y1="${y}" y2="${y}" stroke="${seriesColour(slot, scheme)}" stroke-width="2.5" stroke-dasharray="${seriesDash(slot)}"/>`;
      return line + say(EDGE + 30, y + 4, 12, text, said);
    }),
    `<g transform="translate(${EDGE} ${chartTop})">${chart.markup}</g>`,
    say(EDGE + 12, chartTop + 17, 11, quiet, words.left),
    say(width - EDGE - 12, chartTop + 17, 11, quiet, words.right, ' text-anchor="end"'),
    ...words.footer.map((said, i) => say(EDGE, footerTop + 11 + i * 15, 11, quiet, said)),
    '</svg>',
  ];
  return { svg: parts.join('\n'), width, height };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

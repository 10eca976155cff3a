import type { BoardTile } from '../../service/contract/saved.ts';
import type { ChartMarkup, LineLook } from '../chart/index.ts';
import {
  type ChartImage,
  canvasMeasure,
  chartImage,
  escaped,
  firstChart,
  IMAGE_FACE,
  tableMarkup,
} from '../take-away/index.ts';
import { COLUMNS, inReadingOrder, type TilePlace } from '../tiles/index.ts';
import type { TileDrawing, TileDrawings } from './types.ts';

/** How long to wait for tiles that were out of sight until now. */
const PATIENCE_MS = 8_000;
const LOOK_MS = 100;
/** The drawing of a tile that has none, in pixels. */
const NO_CHART = { markup: '', width: 320, height: 8 };

/**
 * Draws all tiles of a board, once they are there.
 * @returns an SVG document. @throws Error with a sentence that names the first tile that is not whole
 */
export async function drawBoard(
  tiles: readonly BoardTile[],
  drawings: TileDrawings,
  words: { title: string; subtitle: string; footer: string },
  look: LineLook,
): Promise<ChartImage> {
  const measure = canvasMeasure();
  const made = (await wholeTiles(tiles, drawings)).map(({ tile, drawing, markup = NO_CHART }) => ({
    ...tile,
    image: chartImage(markup, drawing.words, look, measure),
  }));
  return boardImage(made, words, look.scheme);
}

type WholeTile = { tile: BoardTile; drawing: TileDrawing; markup: ChartMarkup | undefined };

/** @returns the tiles with their drawings, once all are loaded and drawn. @throws Error as `drawBoard` does */
export async function wholeTiles(tiles: readonly BoardTile[], drawings: TileDrawings): Promise<WholeTile[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const missing: string[] = [];
    const whole = tiles.flatMap((tile) => {
      const drawing = drawings.get(tile.id)?.();
      const { chart, draw } = drawing ?? {};
      const markup = chart ? ((draw ?? firstChart)(chart) ?? tableMarkup(chart)) : undefined;
      if (drawing && drawing.rest === undefined && (chart === undefined || markup))
        return [{ tile, drawing, markup }];
      missing.push(tile.title);
      return [];
    });
    if (missing.length === 0) return whole;
    if (Date.now() > until) throw new Error(`${missing[0]} is not drawn yet, or not loaded whole.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const EDGE = 16;
const GAP = 8;
const HEAD = 52;
const LOOK = {
  light: { page: '#f5f6f9', text: '#171c26', quiet: '#586172', line: '#dfe2e9' },
  dark: { page: '#14181e', text: '#dfe3ea', quiet: '#a1a9b7', line: '#363d49' },
} as const;

/**
 * Puts the images of tiles on one sheet, each in its columns and under the tiles above it.
 * @param words.footer says when and by what it was made
 * @returns an SVG document, and its size in pixels
 */
export function boardImage(
  tiles: readonly (TilePlace & { image: ChartImage })[],
  words: { title: string; subtitle: string; footer: string },
  scheme: keyof typeof LOOK,
): ChartImage {
  const { page, text, quiet, line } = LOOK[scheme];
  // So wide that each image fits into the columns of its tile.
  const inner = Math.max(480, ...tiles.map(({ image, w }) => Math.ceil(((image.width + GAP) * COLUMNS) / w)));
  const placed: { x: number; w: number; bottom: number; markup: string }[] = [];
  for (const { x, w, image } of inReadingOrder(tiles)) {
    const above = placed.filter((one) => one.x < x + w && x < one.x + one.w);
    const top = Math.max(HEAD, ...above.map(({ bottom }) => bottom + GAP));
    const left = EDGE + (inner * x) / COLUMNS;
    const frame = `<rect x="-0.5" y="-0.5" width="${image.width + 1}" height="${image.height + 1}" fill="none" stroke="${line}"/>`;
    placed.push({
      ...{ x, w, bottom: top + image.height },
      markup: `<g transform="translate(${Math.round(left)} ${Math.round(top)})">${image.svg}${frame}</g>`,
    });
  }
  const bottom = Math.max(HEAD, ...placed.map((one) => one.bottom));
  const [width, height] = [inner + 2 * EDGE - GAP, bottom + 32];
  const said = (y: number, size: number, fill: string, weight: number, what: string) =>
    `<text x="${EDGE}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(what)}</text>`;
  return {
    svg: [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${IMAGE_FACE}" role="img">`,
      `<title>${escaped(words.title)}</title>`,
      `<rect width="100%" height="100%" fill="${page}"/>`,
      said(26, 18, text, 600, words.title),
      said(43, 12, quiet, 400, words.subtitle),
      ...placed.map(({ markup }) => markup),
      said(bottom + 21, 11, quiet, 400, words.footer),
      '</svg>',
    ].join('\n'),
    width,
    height,
  };
}

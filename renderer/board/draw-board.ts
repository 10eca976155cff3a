import type { BoardTile } from '../../service/contract/saved.ts';
import type { ChartMarkup, LineLook } from '../chart/index.ts';
import { type ChartImage, canvasMeasure, chartImage, firstChart, tableMarkup } from '../take-away/index.ts';
import { boardImage } from './board-image.ts';
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

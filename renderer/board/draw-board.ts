import type { Tile } from '../../service/contract/saved.ts';
import type { LineLook } from '../chart/index.ts';
import { canvasMeasure, chartImage, firstChart } from '../take-away/index.ts';
import { boardImage, type TileImage } from './board-image.ts';
import type { TileDrawings } from './types.ts';

/** How long to wait for tiles that were out of sight until now. */
const PATIENCE_MS = 8_000;
const LOOK_MS = 100;
/** The drawing of a tile that is no chart, in pixels. */
const NO_CHART = { markup: '', width: 320, height: 8 };

/**
 * Draws all tiles of a board, once they are there.
 * @returns an SVG document. @throws Error with a sentence that names the first tile that is not whole
 */
export async function drawBoard(
  tiles: readonly Tile[],
  drawings: TileDrawings,
  words: { title: string; subtitle: string; footer: string },
  look: LineLook,
): Promise<TileImage> {
  const until = Date.now() + PATIENCE_MS;
  const measure = canvasMeasure();
  for (;;) {
    const missing: string[] = [];
    const made = tiles.flatMap((tile) => {
      const drawing = drawings.get(tile.id)?.();
      const chart = drawing?.chart ? firstChart(drawing.chart) : undefined;
      if (!drawing || drawing.rest !== undefined || (drawing.chart !== undefined && !chart)) {
        missing.push(tile.title);
        return [];
      }
      return [{ ...tile, image: chartImage(chart ?? NO_CHART, drawing.words, look, measure) }];
    });
    if (missing.length === 0) return boardImage(made, words, look.scheme);
    if (Date.now() > until) throw new Error(`${missing[0]} is not drawn yet, or not loaded whole.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

import type { ImageWords } from '../take-away/index.ts';

/** What an image of a board needs of a tile, at the moment when it is made. */
export type TileDrawing = {
  /** The element with the chart; `undefined` for a tile that is none. */
  chart: HTMLElement | null | undefined;
  words: ImageWords;
  /** Why it is incomplete. */
  rest: string | undefined;
};

/** By the tile's id. A tile that is not there yet has none. */
export type TileDrawings = Map<string, () => TileDrawing>;

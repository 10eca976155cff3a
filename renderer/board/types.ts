import type { BoardContent } from '../../service/contract/saved.ts';
import type { DateRange } from '../../service/view/types.ts';
import type { ChartMarkup, SharedDay } from '../chart/index.ts';
import type { TileSheet } from '../frame/types.ts';
import type { ImageWords } from '../take-away/index.ts';

/** What a person changes of a board. */
export type BoardFields = { name: string; content: BoardContent };

/** @returns other fields; the same object where there is nothing to change. */
export type BoardChange = (fields: BoardFields) => BoardFields;

/** What an image and a workbook of a board need of a tile, at the moment when they are made. */
export type TileDrawing = {
  /** The element with the chart; `undefined` for a tile that is none. */
  chart: HTMLElement | null | undefined;
  words: ImageWords;
  /** Why it is incomplete. */
  rest: string | undefined;
  /** Makes the drawing; without it, the first chart or table in the element is taken. */
  draw?: ((place: HTMLElement) => ChartMarkup | undefined) | undefined;
  /** The numbers of a tile of another screen than Explore. */
  sheet?: TileSheet | undefined;
};

/** By the tile's id. A tile that is not there yet has none. */
export type TileDrawings = Map<string, () => TileDrawing>;

/** What a tile is, and what it can do. Texts where possible, so that equal tiles are not rendered again. */
export type TileCardProps = {
  id: string;
  title: string;
  address: string;
  /** Its own range; null: the board's. */
  ownRange: string | null;
  /** The range that somebody zoomed to, which is not stored. */
  zoomed: string | undefined;
  boardRange: string;
  /** Whether somebody zoomed to `boardRange`. */
  isBoardZoomed: boolean;
  recessions: boolean;
  /** The days of the board. */
  range: DateRange;
  /** First and last day of all that the board shows. */
  held: DateRange;
  shared: SharedDay;
  drawings: TileDrawings;
  isAlone: boolean;
  /** It is drawn although it is out of sight. */
  isWhole: boolean;
  edit: (change: BoardChange) => void;
  say: (text: string) => void;
  /** Shows other days, of this tile or of all that follow the board. `undefined`: those that are stored. */
  onZoom: (range: string | undefined, tile: string | undefined) => void;
  onShowAlone: (id: string | undefined) => void;
};

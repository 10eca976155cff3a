import type { ReactNode } from 'react';
import type { DateRange } from '../../service/view/types.ts';
import type { ChartMarkup, SharedDay } from '../chart/index.ts';

/** The numbers of a tile for a sheet of a workbook: the parameters of `GET /api/v1/view`, or a list of constituents. */
export type TileSheet = { search: string } | { code: string; date: string };

/** What a screen says of its tile. */
export type TileTold =
  | { state: 'loading' }
  /** Almanac holds nothing of it, or not what the address asks for. */
  | { state: 'empty'; why: string }
  | { state: 'failed'; why: string; retry: () => void }
  | {
      state: 'drawn';
      /** What the drawing shows, for those who read, hear or print it. */
      sentence: string;
      /** What the address says that cannot be shown. */
      problems?: readonly string[];
      /** Whether the drawing follows the crosshair: the sentence does not, and is dimmed then. */
      isFollowing?: boolean;
      /** Ids of the datasets whose numbers it has. */
      datasets: readonly string[];
      /** Around the drawing in an image: its units, and what its lines are. */
      left?: string;
      legend?: readonly { slot: number; text: string; made: string; dash?: string }[];
      /** Makes the drawing of an image; without it, the first chart in the element is taken. */
      draw?: (place: HTMLElement) => ChartMarkup | undefined;
      sheet: TileSheet | undefined;
    };

/** What a board gives to a screen that draws one of its addresses on a tile. */
export type TileProps<Search extends object = object> = {
  /** Of the address, as `readSearch` of the screen gives it. */
  search: Search;
  /** The days of the board, which a drawing over time has too; `undefined` where each tile has its own. */
  range: DateRange | undefined;
  /** The crosshair of the board. */
  shared: SharedDay;
  /** Puts the drawing, which nobody can touch there, and what is said of it into the tile. */
  frame: (told: TileTold, drawing?: ReactNode) => ReactNode;
};

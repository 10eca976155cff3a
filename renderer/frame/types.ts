import type { Icon } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { ShortcutKeys } from '../../service/contract/actions.ts';
import type { Capability } from '../../service/contract/app-state.ts';
import type { DateRange } from '../../service/view/types.ts';
import type { ChartMarkup, SharedDay } from '../chart/index.ts';

/** One line of the sheet under '?': what a key does, and what does the same with the mouse. */
export type Shortcut = {
  keys: ShortcutKeys;
  does: string;
  mouse?: string;
  /** The action of the palette (Ctrl-K) that does the same, by id. */
  action?: string;
};
export type ShortcutGroup = {
  title: string;
  shortcuts: readonly Shortcut[];
  /** They work in a part of the screen that has the focus, not on the whole screen. */
  isOfPart?: boolean;
};

/** A place that the palette (Ctrl-K) finds by words, such as a page of the guide. */
export type FoundPlace = { title: string; words: string; address: string };

/** What Almanac must know of a screen before the screen's own code is loaded. The screens are listed in `renderer/screens.ts`. */
export type ScreenDefinition<Path extends string = string, Search extends object = object> = {
  /** The address. People keep links to it, so it never changes. */
  path: Path;
  /** Whether `path` has pages, each with a word of its own behind it: '/guide/units'. `useScreenPage` tells which one is shown. */
  hasPages?: true;
  /** Shown at the top of the screen, in the rail, in the search (Ctrl-K) and in the window's Go menu. */
  title: string;
  /** The icon in the rail. `null`: the screen is not in the rail; the search, the Go menu and links lead to it. */
  icon: Icon | null;
  /** Other words for it, so that the search finds it by them. */
  words: string;
  /** The key that goes to it after G, as it is printed on the key; no two screens have the same. */
  goKey?: string;
  /** Places in it that the palette finds, loaded when it opens: the guide's pages. After '?' it finds nothing else. */
  places?: () => Promise<readonly FoundPlace[]>;
  /** What the service must let the page do; where it does not, the screen is in no list, and its address shows the sentence `why`. */
  needs?: { can: Capability; why: string };
  /** Keys that work on this screen, for the sheet under '?'. */
  shortcuts: readonly ShortcutGroup[];
  /** Reads the search parameters of the address, which come as texts. It may not fail: what means nothing is left out. */
  readSearch: (raw: Record<string, unknown>) => Search;
  /** The search parameters to add where the address has none, so that every entry of the history says what it shows. */
  initialSearch?: (client: QueryClient) => Search;
  /** Begins to load the screen's data, while its code is loaded. */
  prepare?: (search: Search, client: QueryClient) => void;
  /** Loads the component. The import stands in a function so that the code of the screen is a chunk of its own. */
  load: () => Promise<ComponentType>;
  /** Loads what draws an address of the screen on a tile of a board: it is in the chunk of the screen. Without it, a tile is a link. */
  loadTile?: () => Promise<ComponentType<TileProps<Search>>>;
};

/** The title of the screen, and whether the screen itself is still to come in its place. */
export type SaveHereProps = { title: string; isComing: boolean };

/** Loads parts of the frame that rooms of screens have: importing those rooms would be a circle. */
export type FrameLoaders = {
  /** The part of the top bar that saves what the screen shows. */
  saveHere: () => Promise<ComponentType<SaveHereProps>>;
};

/** The numbers of a tile for a sheet of a workbook: the parameters of `GET /api/v1/view`, or a list of constituents. */
export type TileSheet = { search: string } | { code: string; date: string };

/** What a screen says of its tile. */
export type TileTold =
  | { state: 'loading' }
  /** Almanac has nothing of it, or not what the address asks for. */
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
  /** Puts the drawing, which nobody can touch there, and its sentence into the tile. */
  frame: (told: TileTold, drawing?: ReactNode) => ReactNode;
};

import type { Icon } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { ShortcutKeys } from '../../service/contract/actions.ts';
import type { Capability } from '../../service/contract/app-state.ts';
import type { DateRange } from '../../service/view/types.ts';
import type { ChartMarkup, SharedDay } from '../chart/index.ts';

/** A line of the '?' sheet: the effect of a key, and the mouse action with the same effect. */
export type Shortcut = {
  keys: ShortcutKeys;
  does: string;
  mouse?: string;
  /** The id of the palette action (Ctrl-K) with the same effect. */
  action?: string;
};
export type ShortcutGroup = {
  title: string;
  shortcuts: readonly Shortcut[];
  /** True if the keys work only while a part of the screen has the focus. */
  needsFocus?: boolean;
};

/** A place that the palette (Ctrl-K) finds by words, such as a page of the guide. */
export type FoundPlace = { title: string; words: string; address: string };

/** A screen's properties, known before its code loads. `renderer/screens.ts` lists the screens. */
export type ScreenDefinition<Path extends string = string, Search extends object = object> = {
  /** The address. People keep links to it, so it never changes. */
  path: Path;
  /** True if `path` has pages, such as '/guide/units'. `useScreenPage` returns the current one. */
  hasPages?: true;
  /** The title on the screen, in the rail, in the search (Ctrl-K) and in the window's Go menu. */
  title: string;
  /** The icon in the rail. `null`: not in the rail, only in the search, the Go menu and links. */
  icon: Icon | null;
  /** More words by which the search finds the screen. */
  words: string;
  /** The key that opens the screen after G, as printed on the key; unique among the screens. */
  goKey?: string;
  /** Places that the palette finds, loaded when it opens. A search after '?' finds only these: the guide. */
  places?: () => Promise<readonly FoundPlace[]>;
  /** The required capability. Without it no list shows the screen, and its address shows `why`. */
  needs?: { can: Capability; why: string };
  /** The screen's keys, for the '?' sheet. */
  shortcuts: readonly ShortcutGroup[];
  /** Reads the address's search parameters from texts. Must not throw: it drops what it cannot read. */
  readSearch: (raw: Record<string, unknown>) => Search;
  /** Search parameters to add to an address without any, so that each history entry has the full view. */
  initialSearch?: (client: QueryClient) => Search;
  /** Starts loading the screen's data while its code loads. */
  prepare?: (search: Search, client: QueryClient) => void;
  /** Loads the component. The import is inside a function, so that the screen's code is its own chunk. */
  load: () => Promise<ComponentType>;
  /** Loads the component that draws an address on a tile, in the screen's chunk. Absent: a tile is a link. */
  loadTile?: () => Promise<ComponentType<TileProps<Search>>>;
};

/** The screen's title, and whether the screen is still loading. */
export type SaveHereProps = { title: string; isComing: boolean };

/** Loaders of frame parts from the screens' rooms: importing those rooms here would be a cycle. */
export type FrameLoaders = {
  /** The top bar's button that saves the current view. */
  saveHere: () => Promise<ComponentType<SaveHereProps>>;
};

/** A tile's numbers for a workbook sheet: the parameters of `GET /api/v1/view`, or a list of constituents. */
export type TileSheet = { search: string } | { code: string; date: string };

/** A tile's state, as its screen reports it. */
export type TileState =
  | { state: 'loading' }
  /** Almanac has no data for the address, or not the requested ones. */
  | { state: 'empty'; why: string }
  | { state: 'failed'; why: string; retry: () => void }
  | {
      state: 'drawn';
      /** The drawing in words, for readers, screen readers and print. */
      sentence: string;
      /** The parts of the address that cannot be shown. */
      problems?: readonly string[];
      /** True if the drawing follows the crosshair; the sentence does not, so it is dimmed. */
      isFollowing?: boolean;
      /** Ids of the datasets in the drawing. */
      datasets: readonly string[];
      /** Texts around the drawing in an image: its units, and its legend. */
      left?: string;
      legend?: readonly { slot: number; text: string; made: string; dash?: string }[];
      /** Makes the drawing of an image; absent: the first chart in the element is used. */
      draw?: (place: HTMLElement) => ChartMarkup | undefined;
      sheet: TileSheet | undefined;
    };

/** A board's props for a screen that draws an address on a tile. */
export type TileProps<Search extends object = object> = {
  /** The address's parameters, read by the screen's `readSearch`. */
  search: Search;
  /** The board's days, which drawings over time show, too; `undefined` if each tile has its own. */
  range: DateRange | undefined;
  /** The crosshair of the board. */
  shared: SharedDay;
  /** Puts the sentence and the drawing, which takes no input, into the tile. */
  frame: (tile: TileState, drawing?: ReactNode) => ReactNode;
};

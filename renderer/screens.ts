import { ACCESS } from './access/index.ts';
import { BOARD } from './board/index.ts';
import { CONSTITUENTS_SCREEN } from './constituents/index.ts';
import { DATA } from './data/index.ts';
import { EXPLORE_SCREEN } from './explore/index.ts';
import { GUIDE } from './guide/index.ts';
import { OVERVIEW } from './overview/index.ts';
import { RELEASE } from './release/index.ts';
import { loadSaveHere, SAVED } from './saved/index.ts';
import { SETTINGS_SCREEN } from './settings/index.ts';
import { STATEMENT_SCREEN } from './statement/index.ts';
import { STATES_SCREEN } from './states/index.ts';
import { YIELDS_SCREEN } from './yields/index.ts';

/**
 * Every screen, in the rail's order. Router, rail, search (Ctrl-K), Go menu (Ctrl-1 to 9), shortcut sheet and
 * tests read this table. The app opens with the first screen, unless a setting names another.
 */
export const SCREENS = [
  OVERVIEW,
  EXPLORE_SCREEN,
  YIELDS_SCREEN,
  STATES_SCREEN,
  CONSTITUENTS_SCREEN,
  SAVED,
  STATEMENT_SCREEN,
  RELEASE,
  BOARD,
  DATA,
  ACCESS,
  GUIDE,
  SETTINGS_SCREEN,
] as const;

/** Frame parts from a screen's room, loaded after the first paint. */
export const LOADERS = { saveHere: loadSaveHere } as const;

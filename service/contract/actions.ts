/** The actions of the app. The palette (Ctrl-K), the sheet of '?' and the window's menus read this list. */

/** Equivalent combinations of `KeyboardEvent.key`s, modifiers first. Ctrl is ⌘ on a Mac. */
export type ShortcutKeys = readonly (readonly string[])[];

export type Action = {
  title: string;
  words: string;
  /** The action's name in the window's menus; absent if the menus do not have it. */
  menu?: string;
  keys?: ShortcutKeys;
  /** The context in which the keys work; absent: everywhere. */
  where?: 'taking';
  menuKeys?: readonly string[];
};

export const ACTIONS = {
  find: {
    title: 'Find a series, a screen or an action',
    words: 'search palette command',
    menu: 'Find a series…',
    keys: [['Ctrl', 'K']],
  },
  save: { title: 'Save what the screen shows', words: 'keep bookmark view list', keys: [['Ctrl', 'S']] },
  shortcuts: { title: 'Keyboard shortcuts', words: 'keys hotkeys help sheet', keys: [['?']] },
  close: { title: 'Close what is open', words: '', keys: [['Escape']] },
  'export-data': {
    title: 'Export data',
    words: 'download save csv excel xlsx parquet json file take away',
    menu: 'Export data…',
    keys: [['Ctrl', 'E']],
    where: 'taking',
  },
  'copy-image': {
    title: 'Copy the chart as an image',
    words: 'picture png clipboard take away',
    keys: [['Alt', 'S']],
    where: 'taking',
  },
  'export-image': {
    title: 'Save the chart as PNG',
    words: 'image picture download export take away',
    menu: 'Save chart as image…',
    menuKeys: ['Ctrl', 'Shift', 'S'],
  },
  import: {
    title: 'Import a file',
    words: 'open csv xlsx json data load',
    menu: 'Import…',
    menuKeys: ['Ctrl', 'O'],
  },
  'reveal-download': {
    title: 'Show the last download in its folder',
    words: 'file explorer finder open',
    menu: 'Show last download in its folder',
  },
  'theme-auto': {
    title: 'As the system: light or dark',
    words: 'theme mode colour color scheme toggle',
    menu: 'As the system',
  },
  'theme-light': { title: 'Light appearance', words: 'theme mode colour color scheme toggle', menu: 'Light' },
  'theme-dark': { title: 'Dark appearance', words: 'theme mode colour color scheme toggle', menu: 'Dark' },
  docs: {
    title: 'API docs',
    words: 'documentation openapi reference help',
    menu: 'Documentation of the API',
  },
  'copy-link': { title: 'Copy link to this view', words: 'url address share' },
  refresh: { title: 'Refresh all data', words: 'update fetch download publishers' },
  names: { title: 'Names you gave', words: 'aliases own words palette list remove' },
  // Actions of the desktop window. Those without `menu` are in the system's own menus.
  news: {
    title: 'Notify of new data: on or off',
    words: 'notification alert switch',
    menu: 'Notify of new data',
  },
  tray: {
    title: 'Keep in the tray when closed: on or off',
    words: 'background icon switch',
    menu: 'Keep in the tray when closed',
  },
  'copy-diagnostics': {
    title: 'Copy diagnostics',
    words: 'report bug help versions',
    menu: 'Copy diagnostics',
  },
  'show-logs': { title: 'Show logs', words: 'folder errors file', menu: 'Show logs' },
  about: { title: 'About Almanac', words: 'version', menu: 'About Almanac' },
  reload: { title: 'Reload the page', words: 'refresh window again' },
  'zoom-in': { title: 'Zoom in', words: 'larger bigger text' },
  'zoom-out': { title: 'Zoom out', words: 'smaller text' },
  'zoom-reset': { title: 'Actual size', words: 'zoom reset 100 %' },
  'full-screen': { title: 'Full screen: on or off', words: 'fullscreen toggle window' },
  // For the window, and for the page in browser mode.
  quit: { title: 'Quit Almanac', words: 'exit close end stop' },
} as const satisfies Readonly<Record<string, Action>>;

export type ActionId = keyof typeof ACTIONS;
export type MenuItemId = {
  [Id in ActionId]: (typeof ACTIONS)[Id] extends { menu: string } ? Id : never;
}[ActionId];

export function actionOf(id: ActionId): Action {
  return ACTIONS[id];
}

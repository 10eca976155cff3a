/** Every screen, in the order of the rail, then those that it has not; only those that the router knows are there. `words`: what people call it beside its title. */
export const SCREENS = [
  { path: '/overview', title: 'Overview', words: 'home start cards' },
  { path: '/explore', title: 'Explore', words: 'chart series table' },
  { path: '/states', title: 'State map', words: 'states claims' },
  { path: '/yields', title: 'Yields', words: 'curve treasury' },
  { path: '/constituents', title: 'Constituents', words: 'index members treemap' },
  { path: '/saved', title: 'Saved', words: 'charts favourites' },
  { path: '/data', title: 'Data', words: 'import refresh sources runs' },
  { path: '/access', title: 'API access', words: 'keys try it portal' },
  { path: '/settings', title: 'Settings', words: 'preferences options' },
  {
    path: '/statement',
    title: 'Fed balance sheet',
    words: 'statement of condition h.4.1 h41 federal reserve assets liabilities factors reserve balances',
  },
] as const;

/** Fragments of the Data screen's address: where publishers are asked, where files are taken, and where lost data are brought back. */
export const GET_DATA = 'get-data';
export const IMPORT_FILE = 'import-file';
/** Where the back-ups are. */
export const STORAGE = 'storage';
export const LOST_DATA = 'lost-data';

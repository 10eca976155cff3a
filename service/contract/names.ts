/** Names and numbers of the API and of files that several rooms use. */

export const APP_NAME = 'Almanac';
export const DEFAULT_PORT = 4780;
/** The page's port on this computer. A browser keeps the page's files and its storage by the port, so it is the same at each start. */
export const DEFAULT_PAGE_PORT = 4781;
export const API_PREFIX = '/api/v1';
export const ECONOMIC_PREFIX = '/api/v1/economic-data';
/** Beginnings of the paths that FRED's clients ask for. */
export const FRED_PREFIX = '/fred';
export const FRED_GRAPH_PREFIX = '/graph';
/** Records per economic-data page; `--page-size` can lower it. */
export const ECONOMIC_PAGE_SIZE = 5000;
/** Requests of a key to the economic-data group, in the clock minute and the UTC day. */
export const MINUTE_LIMIT = 100;
export const DAY_LIMIT = 10_000;
/** The market-data group's `limit`: its default and its largest value. */
export const MARKET_LIMIT_DEFAULT = 100;
export const MARKET_LIMIT_LARGEST = 5000;
/** Header of answers with data: `publisher`, `file` or `sample`; `mixed` if the answer can contain data of several origins. */
export const ORIGIN_HEADER = 'X-Data-Origin';
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** Header of CSV answers: how many rows the complete answer has. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';
/** Beginning of the paths at which a node of a team serves its people. */
export const TEAM_PREFIX = '/team/v1';
/** Where a key is exchanged for a session, and where what the team shares is read, given and taken back. */
export const TEAM_PATHS = {
  signIn: `${TEAM_PREFIX}/sign-in`,
  shared: `${TEAM_PREFIX}/shared`,
  share: `${TEAM_PREFIX}/share`,
  withdraw: `${TEAM_PREFIX}/withdraw`,
} as const;
/** Beginning of the paths of the page's actions (`endpoints.ts`), on one's own computer and at a node of a team. */
export const ACTION_PREFIX = '/host';
/** The most bytes of a request's head: the address of a chart of eight lines with long formulas and Chinese names takes 17 KB. */
export const HEAD_BYTES = 32 * 1024;
export const KEY_HEADER = 'X-API-Key';
export const LABEL_LENGTH = 80;
export const DATA_FILE = 'data.sqlite';
export const KEYS_FILE = 'keys.sqlite';
/** What a person has made and no publisher has. */
export const WORK_FILE = 'work.sqlite';
/** The user's settings for this data folder; no secrets. */
export const SETTINGS_FILE = 'settings.json';

/** The path at which assistants ask by the Model Context Protocol: the only one that takes POST. */
export const ASSISTANTS_PATH = '/mcp';
/** The longest answer to an assistant, in bytes: it reads it whole, beside everything else that it must keep in mind. */
export const ANSWER_BYTES = 6000;

/** The code of a list of constituents: at most 100 letters, digits and _ . -, with a letter or digit at both ends. */
export const LIST_CODE = /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$/;

/** Names and numbers of the API and of files that several rooms use. */

export const APP_NAME = 'Almanac';
export const DEFAULT_PORT = 4780;
/** The page's port. It is the same at each start, because browsers keep files and storage by port. */
export const DEFAULT_PAGE_PORT = 4781;
export const API_PREFIX = '/api/v1';
export const ECONOMIC_PREFIX = '/api/v1/economic-data';
/** Path prefixes of the requests of FRED's clients. */
export const FRED_PREFIX = '/fred';
export const FRED_GRAPH_PREFIX = '/graph';
/** Records per economic-data page; `--page-size` can lower it. */
export const ECONOMIC_PAGE_SIZE = 5000;
/** Requests per key to the economic-data group, in a clock minute and in a UTC day. */
export const MINUTE_LIMIT = 100;
export const DAY_LIMIT = 10_000;
/** The market-data group's `limit`: its default and its largest value. */
export const MARKET_LIMIT_DEFAULT = 100;
export const MARKET_LIMIT_LARGEST = 5000;
/** Header of answers with data: `publisher`, `file` or `sample`; `mixed` if several are possible. */
export const ORIGIN_HEADER = 'X-Data-Origin';
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** Header of CSV answers: the number of rows of the complete answer. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';
/** Path prefix under which a node of a team serves its people. */
export const TEAM_PREFIX = '/team/v1';
/** Paths to exchange a key for a session, and to read, share and withdraw the team's items. */
export const TEAM_PATHS = {
  signIn: `${TEAM_PREFIX}/sign-in`,
  shared: `${TEAM_PREFIX}/shared`,
  share: `${TEAM_PREFIX}/share`,
  withdraw: `${TEAM_PREFIX}/withdraw`,
} as const;
/** Path prefix of the page's actions (`endpoints.ts`), on this computer and at a node of a team. */
export const ACTION_PREFIX = '/host';
/** The most bytes of a request's head. A chart of eight lines with long formulas in Chinese takes 17 KB. */
export const HEAD_BYTES = 32 * 1024;
export const KEY_HEADER = 'X-API-Key';
export const LABEL_LENGTH = 80;
export const DATA_FILE = 'data.sqlite';
export const KEYS_FILE = 'keys.sqlite';
/** The person's own work, which no publisher has. */
export const WORK_FILE = 'work.sqlite';
/** Names the service that uses the folder. It is there while one runs, and after one that did not end normally. */
export const HOLDER_FILE = 'service.json';
/** The user's settings for this data folder, without secrets. */
export const SETTINGS_FILE = 'settings.json';

/** Path for assistants (Model Context Protocol). It is the only public path that takes POST. */
export const ASSISTANTS_PATH = '/mcp';
/** The most bytes of an answer to an assistant, which must fit in its context beside all else. */
export const ANSWER_BYTES = 6000;

/** The code of a list: at most 100 letters, digits and _ . -, with a letter or digit at both ends. */
export const LIST_CODE = /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$/;

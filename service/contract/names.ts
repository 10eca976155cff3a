/** Names and numbers of the API and of the files that more than one room writes or reads. */

export const APP_NAME = 'Almanac';
export const DEFAULT_PORT = 4780;
export const API_PREFIX = '/api/v1';
export const ECONOMIC_PREFIX = '/api/v1/economic-data';
/** Records of an economic-data page: what `--page-size` can lower. */
export const ECONOMIC_PAGE_SIZE = 5000;
export const MARKET_LIMIT_DEFAULT = 100;
export const MARKET_LIMIT_LARGEST = 5000;
/** On answers with data: `publisher`, `file` or `sample`; `mixed` where one answer could hold several. */
export const ORIGIN_HEADER = 'X-Data-Origin';
export const REQUEST_ID_HEADER = 'X-Request-Id';
/** On CSV answers, sent before the first row: how many rows a whole answer has. */
export const TOTAL_COUNT_HEADER = 'X-Total-Count';
export const KEY_HEADER = 'X-API-Key';
/** The longest label of an API key, in characters. */
export const LABEL_LENGTH = 80;
export const DATA_FILE = 'data.sqlite';
export const KEYS_FILE = 'keys.sqlite';
/** How the app is to behave with this data folder; no secrets. */
export const SETTINGS_FILE = 'settings.json';

import path from 'node:path';
import { parseArgs } from 'node:util';

/** What follows `npm start --`: read by the launcher before anything is installed, and by browser mode. */

/** A mistyped word. */
export class WrongUsage extends Error {
  /** The exit status. */
  status = 2;
}

/** Minutes. */
const END_AFTER = 10;

export const USAGE = `Usage: npm start -- [--data-dir DIR] [--port N] [--service-port N] [--page-size N] [--no-sample] [--no-open]
                    [--end-after MINUTES | --stay] [--background]

  --data-dir DIR      folder of the data (default: ALMANAC_DATA_DIR, else the platform's own)
  --port N            port of the page on 127.0.0.1 (default: that of the last run, or any free one)
  --service-port N    port of the API for other tools (default: that of the settings, else ALMANAC_PORT, else 4780;
                      any free one where that is in use)
  --page-size N       records on a page of the API, 1 to 5000 (default: 5000)
  --no-sample         leave an empty data folder empty, without sample data
  --no-open           do not open the browser; the address is printed in any case
  --end-after MINUTES ends after this time without an open page, an import, a refresh or a tool that uses the API
                      (default: ${END_AFTER}, counted once a page has been open)
  --stay              runs until Ctrl-C, or: npm run -s almanac -- stop
  --background        returns once the app is open; it ends by: npm run -s almanac -- stop
  --renderer-dir DIR  folder of the built page
  --startup-report FILE  writes how long the start took, as JSON
  --help              this text`;

/**
 * @typedef {object} StartArguments
 * @property {boolean} help
 * @property {string | undefined} dataDir
 * @property {number | undefined} port of the page; 0 is any, undefined that of the last run or any
 * @property {number | undefined} servicePort where the person gave `--service-port`; then no other port is used
 * @property {number} pageSize
 * @property {boolean} sample
 * @property {boolean} open
 * @property {number | undefined} endAfter after this many minutes without use Almanac ends; undefined is never
 * @property {boolean} background whether it runs in the background and the command returns when it is open
 * @property {string | undefined} rendererDir
 * @property {string[]} forPage the options given that do nothing for a window
 */

/** Options for a page in the browser, which do nothing for a window. */
const FOR_PAGE = ['port', 'no-open', 'end-after', 'stay', 'background', 'renderer-dir'];

/**
 * @param {readonly string[]} words
 * @param {{ links?: boolean }} [allowed] whether an `almanac:` link, which a window opens, may stand among them
 * @returns {StartArguments}
 * @throws {WrongUsage} that names the argument
 */
export function parseStartArguments(words, { links = false } = {}) {
  const { values, tokens } = parse(links ? words.filter((word) => !word.startsWith('almanac:')) : words);
  return {
    help: values.help ?? false,
    dataDir: folder('--data-dir', values['data-dir']),
    port: whole('--port', values.port, 0, 65_535),
    servicePort: whole('--service-port', values['service-port'], 0, 65_535),
    pageSize: whole('--page-size', values['page-size'], 1, 5_000) ?? 5_000,
    sample: !(values['no-sample'] ?? false),
    open: !(values['no-open'] ?? false),
    endAfter: endAfter(values['end-after'], values.stay ?? false),
    background: values.background ?? false,
    rendererDir: folder('--renderer-dir', values['renderer-dir']),
    forPage: tokens.flatMap((token) =>
      token.kind === 'option' && FOR_PAGE.includes(token.name) ? [token.rawName] : [],
    ),
  };
}

/** @param {readonly string[]} words */
function parse(words) {
  try {
    return parseArgs({
      args: [...words],
      strict: true,
      tokens: true,
      allowPositionals: false,
      options: {
        'data-dir': { type: 'string' },
        port: { type: 'string' },
        'service-port': { type: 'string' },
        'page-size': { type: 'string' },
        'no-sample': { type: 'boolean' },
        'no-open': { type: 'boolean' },
        'end-after': { type: 'string' },
        stay: { type: 'boolean' },
        background: { type: 'boolean' },
        'renderer-dir': { type: 'string' },
        'startup-report': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new WrongUsage(`${error.message.split('. ')[0]}. See --help.`, { cause: error });
  }
}

/** @param {string | undefined} value @param {boolean} stays */
function endAfter(value, stays) {
  if (stays && value !== undefined)
    throw new WrongUsage('--stay and --end-after exclude each other: --stay never ends, --end-after does.');
  if (stays) return undefined;
  if (value === undefined) return END_AFTER;
  const minutes = /^\d{1,5}(\.\d{1,3})?$/.test(value) ? Number(value) : 0;
  if (minutes > 0) return minutes;
  throw new WrongUsage(`--end-after ${value} is not a number of minutes, such as 30 or 0.5.`);
}

/** @param {string} name @param {string | undefined} value */
function folder(name, value) {
  if (value === '') throw new WrongUsage(`${name} is empty: it takes the path of a folder.`);
  return value === undefined ? undefined : path.resolve(value);
}

/** @param {string} name @param {string | undefined} value @param {number} least @param {number} most */
function whole(name, value, least, most) {
  if (value === undefined) return undefined;
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new WrongUsage(`${name} ${value} is not a whole number from ${least} to ${most}.`);
}

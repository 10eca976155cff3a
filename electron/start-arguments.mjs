import path from 'node:path';
import { parseArgs } from 'node:util';

/** The arguments of `npm start --`, read by browser mode, and by the launcher before any installation. */

/** The error for mistyped arguments. */
export class WrongUsage extends Error {
  /** The exit status. */
  status = 2;
}

export const USAGE = `Usage: npm start -- [--data-dir DIR] [--port N] [--service-port N] [--page-size N] [--no-sample] [--no-open]

  --data-dir DIR      folder of the data (default: ALMANAC_DATA_DIR, else the platform's own)
  --port N            port of the page on 127.0.0.1 (default: ALMANAC_PAGE_PORT, else 4781; any free one where that is in use)
  --service-port N    port of the API for other tools (default: that of the settings, else ALMANAC_PORT, else 4780;
                      any free one where that is in use)
  --page-size N       records on a page of the API, 1 to 5000 (default: 5000)
  --no-sample         leave an empty data folder empty, without sample data
  --no-open           do not open the browser; the address is printed in any case
  --renderer-dir DIR  folder of the built page
  --startup-report FILE  writes how long the start took, as JSON
  --help              this text`;

/**
 * @typedef {object} StartArguments
 * @property {boolean} help
 * @property {string | undefined} dataDir
 * @property {number | undefined} port the page's, from `--port`; 0 is any free port
 * @property {number | undefined} servicePort the API's, from `--service-port`; if given, no other port is
 * used
 * @property {number} pageSize
 * @property {boolean} sample
 * @property {boolean} open
 * @property {string | undefined} rendererDir
 * @property {string[]} forPage the given options that have no effect on a window
 */

/** Options for a page in the browser, without effect on a window. */
const FOR_PAGE = ['no-open', 'renderer-dir'];

/**
 * @param {readonly string[]} words @param {{ links?: boolean }} [allowed] `links`: whether an `almanac:`
 * link, which a window opens, may be among them @returns {StartArguments} @throws {WrongUsage}
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

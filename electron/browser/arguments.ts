import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../../service/contract/failure.ts';
import { DEFAULT_PORT } from '../../service/contract/names.ts';
import { reportPath } from '../startup.ts';

/** Minutes. */
const END_AFTER = 10;

export type BrowserArguments = {
  help: boolean;
  dataDir: string | undefined;
  /** Of the page; 0 is any, undefined that of the last run or any. */
  port: number | undefined;
  servicePort: number;
  /** Whether the person gave `--service-port`; then no other port is used. */
  isServicePortFixed: boolean;
  pageSize: number;
  sample: boolean;
  open: boolean;
  /** After this many minutes without use Almanac ends; undefined is never. */
  endAfter: number | undefined;
  /** Whether it runs in the background and the command returns when it is open. */
  background: boolean;
  rendererDir: string | undefined;
  /** File for the marks of the start. */
  startupReport: string | undefined;
};

export const USAGE = `Usage: npm start -- [--data-dir DIR] [--port N] [--service-port N] [--page-size N] [--no-sample] [--no-open]
                    [--end-after MINUTES | --stay] [--background]

  --data-dir DIR      folder of the data (default: ALMANAC_DATA_DIR, else the platform's own)
  --port N            port of the page on 127.0.0.1 (default: that of the last run, or any free one)
  --service-port N    port of the API for other tools (default: ${DEFAULT_PORT}, or any free one where that is in use)
  --page-size N       records on a page of the API, 1 to 5000 (default: 5000)
  --no-sample         leave an empty data folder empty, without sample data
  --no-open           do not open the browser; the address is printed in any case
  --end-after MINUTES ends after this time without an open page, an import, a refresh or a tool that uses the API
                      (default: ${END_AFTER}, counted once a page has been open)
  --stay              runs until Ctrl-C or 'almanac stop'
  --background        returns once the app is open; 'almanac stop' ends it
  --renderer-dir DIR  folder of the built page
  --startup-report FILE  writes how long the start took, as JSON
  --help              this text`;

/** @throws Failure `wrong_usage` that names the argument. */
export function parseBrowserArguments(words: readonly string[]): BrowserArguments {
  const { values } = parse(words);
  return {
    help: values.help ?? false,
    dataDir: folder('--data-dir', values['data-dir']),
    port: whole('--port', values.port, 0, 65_535),
    servicePort: whole('--service-port', values['service-port'], 0, 65_535) ?? DEFAULT_PORT,
    isServicePortFixed: values['service-port'] !== undefined,
    pageSize: whole('--page-size', values['page-size'], 1, 5_000) ?? 5_000,
    sample: !(values['no-sample'] ?? false),
    open: !(values['no-open'] ?? false),
    endAfter: endAfter(values['end-after'], values.stay ?? false),
    background: values.background ?? false,
    rendererDir: folder('--renderer-dir', values['renderer-dir']),
    startupReport: reportPath(words, process.env),
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      strict: true,
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
    throw new Failure('wrong_usage', `${error.message.split('. ')[0]}. See --help.`, {}, { cause: error });
  }
}

function endAfter(value: string | undefined, stays: boolean): number | undefined {
  if (stays && value !== undefined) {
    throw new Failure(
      'wrong_usage',
      '--stay and --end-after exclude each other: --stay never ends, --end-after does.',
    );
  }
  if (stays) return undefined;
  if (value === undefined) return END_AFTER;
  const minutes = /^\d{1,5}(\.\d{1,3})?$/.test(value) ? Number(value) : 0;
  if (minutes > 0) return minutes;
  throw new Failure('wrong_usage', `--end-after ${value} is not a number of minutes, such as 30 or 0.5.`);
}

function folder(name: string, value: string | undefined): string | undefined {
  if (value === '') throw new Failure('wrong_usage', `${name} is empty: it takes the path of a folder.`);
  return value === undefined ? undefined : path.resolve(value);
}

function whole(name: string, value: string | undefined, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Failure('wrong_usage', `${name} ${value} is not a whole number from ${least} to ${most}.`);
}

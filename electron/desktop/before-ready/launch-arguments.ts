import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../../../service/contract/failure.ts';

export type LaunchArguments = {
  dataDir: string | undefined;
  /** The page's port; undefined if not given, 0 for any free port. */
  port: number | undefined;
  /** The port of the API for other tools; if it is given, no other port is used. */
  servicePort: number | undefined;
  pageSize: number;
  sample: boolean;
  /** The view of the first `almanac:` link among the arguments. */
  view: string | undefined;
};

/** Reads arguments; ignores unknown ones, which may be Electron's or Node's. @throws Failure 'wrong_usage' */
export function parseLaunchArguments(words: readonly string[]): LaunchArguments {
  const { values } = parseArgs({
    args: [...words],
    strict: false,
    options: {
      'data-dir': { type: 'string' },
      port: { type: 'string' },
      'service-port': { type: 'string' },
      'page-size': { type: 'string' },
      'no-sample': { type: 'boolean' },
    },
  });
  const folder = text('--data-dir', values['data-dir']);
  return {
    dataDir: folder === undefined ? undefined : path.resolve(folder),
    port: whole('--port', values.port, 0, 65_535),
    servicePort: whole('--service-port', values['service-port'], 0, 65_535),
    pageSize: whole('--page-size', values['page-size'], 1, 5_000) ?? 5_000,
    sample: values['no-sample'] !== true,
    view: viewOfArguments(words),
  };
}

/** @returns the arguments; undefined if they are wrong, after printing why. */
export function launchArgumentsOrSay(words: readonly string[]): LaunchArguments | undefined {
  try {
    return parseLaunchArguments(words);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return undefined;
  }
}

function text(name: string, value: string | boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw new Failure('wrong_usage', `${name} has no value after it.`);
}

function whole(
  name: string,
  given: string | boolean | undefined,
  least: number,
  most: number,
): number | undefined {
  const value = text(name, given);
  if (value === undefined) return undefined;
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Failure('wrong_usage', `${name} ${value} is not a whole number from ${least} to ${most}.`);
}

/** The app's id in the system: in its package, and for notifications on Windows. Never change it. */
export const APP_ID = 'app.almanac.desktop';

/**
 * The scheme of links that open a view of Explore:
 * `almanac://view?series=us_debt.total_public_debt_outstanding&range=5Y`. Anybody can write such a link, so
 * it is read strictly and can only set search parameters of Explore.
 */

export const LINK_SCHEME = 'almanac';
const LONGEST = 4_096;
const MOST_PARAMETERS = 40;

/** @returns the path and query that a link opens; undefined if the text is not an `almanac:` link. */
export function viewOfLink(text: string): string | undefined {
  if (text.length > LONGEST || !/^almanac:\/\/view\/?(\?|$)/i.test(text) || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  if (url.hash !== '') return undefined;
  const given = [...url.searchParams];
  const names = new Set(given.map(([name]) => name));
  const isFine =
    given.length <= MOST_PARAMETERS &&
    names.size === given.length &&
    given.every(([name, value]) => /^[a-z][a-z_]{0,31}$/i.test(name) && isPlain(value));
  return isFine ? viewPath(given) : undefined;
}

/** @param words arguments of a program @returns the view of the first link among them */
function viewOfArguments(words: readonly string[]): string | undefined {
  return words.map(viewOfLink).find((view) => view !== undefined);
}

function viewPath(parameters: readonly [string, string][]): string {
  const query = new URLSearchParams([...parameters]).toString();
  return `/explore${query === '' ? '' : `?${query}`}`;
}

/** True for text that a person could type: no control characters (Unicode's Cc), no broken surrogates. */
function isPlain(value: string): boolean {
  return !/\p{Cc}|\p{Cs}|\ufffd/u.test(value);
}

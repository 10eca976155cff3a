import type { InvalidParameterCode } from './errors.ts';

export type FailureCode =
  | InvalidParameterCode // a request parameter is wrong → 422
  | 'invalid_file' // a file has the wrong kind, or a bad row
  | 'file_shrinks' // a file lacks many of the stored rows; imported only if the person allows it
  | 'file_jumps' // a file has implausible values; imported only if the person allows it
  | 'unrecognised_file' // the file is in no known format
  | 'folder_unusable' // the data folder cannot be read or written, or the disk is full
  | 'newer_version' // a data file was written by a newer Almanac
  | 'broken_data_file' // a data file is not a database, or damaged
  | 'folder_in_use' // another service runs on this data folder
  | 'port_in_use'
  | 'unknown_key' // no API key has this id
  | 'wrong_usage' // the command line does not say what to do → exit 2
  | 'publisher_unreachable' // a publisher's site did not answer, or answered without data
  | 'team_unreachable' // the database of a team did not answer in time
  | 'team_refused' // a team's database cannot be used: wrong password, missing, not Almanac's, too old
  | 'vault' // a secret cannot be stored or read: the keychain is locked, lost or missing
  | 'cancelled';

/** Failures that a person can allow: the file is then imported as it is. */
const ALLOWABLE: readonly (FailureCode | 'bug')[] = ['file_shrinks', 'file_jumps'];

export function isAllowable(code: FailureCode | 'bug'): boolean {
  return ALLOWABLE.includes(code);
}

/** An expected failure. Its message, without secrets, says what is wrong and what would work. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** The place, if known: the request parameter, or the file with line (from 1) and column name. */
  readonly at: { parameter?: string; file?: string; line?: number; column?: string };
  /** Further failures of the same request, such as other wrong parameters. */
  more: readonly Failure[] = [];

  constructor(code: FailureCode, message: string, at: Failure['at'] = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
    this.at = at;
  }
}

/** @returns the first failure, with the other failures in `more`. */
export function joinFailures([first, ...more]: readonly Failure[]): Failure {
  if (!first) throw new Error('There is no failure.');
  first.more = more;
  return first;
}

/** @returns `text` for use in a message: on one line, and cut to `most` characters. */
export function shortened(text: string, most = 60): string {
  const line = text.replace(/\p{Cc}/gu, ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

export function quoted(text: string): string {
  return `'${shortened(text)}'`;
}

/** For the `default` of a switch: compiles only if all cases of the union are there. @throws Error */
export function assertNever(value: never): never {
  throw new Error(`A case is missing for ${JSON.stringify(value)}`);
}

export const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

import type { InvalidParameterCode } from './errors.ts';

/** Every failure that is expected: what went wrong, in a word that code can act on. */
export type FailureCode =
  | InvalidParameterCode // a request parameter is wrong → 422
  | 'invalid_file' // a file is not what it should be, or has a bad row
  | 'file_shrinks' // a file lacks much of what is held; an import that allows it takes it
  | 'file_jumps' // a file has values that nobody can have meant; an import that allows it takes it
  | 'unrecognised_file' // no format knows the file
  | 'folder_unusable' // the data folder cannot be read or written, or the disk is full
  | 'newer_version' // a data file was written by a newer Almanac
  | 'broken_data_file' // a data file is not a database, or damaged
  | 'folder_in_use' // another service runs on this data folder
  | 'port_in_use'
  | 'unknown_key' // no API key has this id
  | 'wrong_usage' // the command line does not say what to do → exit 2
  | 'publisher_unreachable' // a publisher's site did not answer, or not with data
  | 'vault' // a secret cannot be kept or read: the keychain is locked, lost, missing
  | 'cancelled';

/** Failures of a file that a person can allow: then it is taken as it stands. */
const ALLOWABLE: readonly (FailureCode | 'bug')[] = ['file_shrinks', 'file_jumps'];

/** @returns whether a person can allow what failed with this code. */
export function isAllowable(code: FailureCode | 'bug'): boolean {
  return ALLOWABLE.includes(code);
}

/**
 * The one class of expected failures. The message is a whole sentence for a person: what is wrong, with which value, and
 * what would work. It never holds a secret. Anything else that is thrown is a bug.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  /** Where it happened, as far as it is known: the request parameter, the file with line (1-based) and column name. */
  readonly at: { parameter?: string; file?: string; line?: number; column?: string };

  constructor(code: FailureCode, message: string, at: Failure['at'] = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
    this.at = at;
  }
}

/** @returns `text` fit to stand in a message: on one line, and at most `most` characters of it. */
export function shortened(text: string, most = 60): string {
  const line = text.replace(/\p{Cc}/gu, ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** @returns `text` shortened, in single quotes. */
export function quoted(text: string): string {
  return `'${shortened(text)}'`;
}

/** For the `default` of a switch over a union: does not compile while a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`A case is missing for ${JSON.stringify(value)}`);
}

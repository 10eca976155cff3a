import { Failure } from '../contract/failure.ts';
import { shellWord } from '../contract/shell.ts';
import { commandLine } from '../process/command-line.ts';

/** PostgreSQL's codes for conflicting transactions: serialisation failure, deadlock. */
const CONFLICT_CODES = new Set(['40001', '40P01']);

/** Codes of a server that stops, starts, or may not write (while another one takes over). */
const UNAVAILABLE_CODES = /^(57P0[1-5]|08...|53300|25006)$/;

const NETWORK = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT'.split(' '),
);

/** Node's error codes for certificates. */
const CERTIFICATE = /CERT|^UNABLE_TO_|SELF_SIGNED/;

/** The driver's messages, without a code, for connections that failed or broke. */
const BROKEN = /timeout|Connection terminated|Client has encountered a connection error|not queryable/i;

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function isWorthAnotherTry(error: unknown): boolean {
  return CONFLICT_CODES.has(codeOf(error) ?? '');
}

export function teamRefused(sentence: string, cause?: unknown): Failure {
  return new Failure('team_refused', sentence, {}, cause === undefined ? undefined : { cause });
}

/** True if the database answers, but a row stayed locked until `lock_timeout`. */
export function isStillHeld(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** @returns a `Failure` for expected errors of PostgreSQL and the network; a bug's error unchanged. */
export function asTeamFailure(error: unknown, target: { name: string; address: string }): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const database = `The team's database ${target.name}`;
  const code = codeOf(error) ?? '';
  const { message } = error;
  const refused = (sentence: string) => teamRefused(sentence, error);
  if (NETWORK.has(code) || UNAVAILABLE_CODES.test(code) || (code === '' && BROKEN.test(message))) {
    const sentence = `${database} did not answer (${code || message}). Check that it runs and that this machine may reach it, then try again.`;
    return new Failure('team_unreachable', sentence, {}, { cause: error });
  }
  if (message.includes('client password must be a string'))
    return refused(
      `${database} asks for a password, and none is given. Put it into --team-password-file or ~/.pgpass.`,
    );
  if (message.includes('does not support SSL'))
    return refused(
      `${database} has no TLS, and the address asks for it. Switch it on there, or leave sslmode out.`,
    );
  if (CERTIFICATE.test(code))
    return refused(
      `The certificate of the team's database ${target.name} is not trusted here (${code}). Name the one of who signed it in the address: sslrootcert=FILE.`,
    );
  if (code === '22021') {
    const sentence =
      'There is a NUL character in a text, which the team’s database does not store. Take it out of the file.';
    return new Failure('invalid_file', sentence, {}, { cause: error });
  }
  const refusals: Readonly<Record<string, () => string>> = {
    '28P01': () =>
      `${database} refused the password. Put the right one into --team-password-file or ~/.pgpass.`,
    '28000': () =>
      `${database} does not let this user in. Check the user of the address and the server's pg_hba.conf.`,
    '3D000': () =>
      `There is no such database: ${target.name}. Correct the end of the address, or make it: ${createCommand(target.address)}`,
    '42501': () =>
      `The user of ${target.name} lacks a right there (${message}). Grant it, or use another user.`,
    '53100': () => `The disk of the team's database ${target.name} is full. Free some space there.`,
  };
  const sentence = refusals[code];
  return sentence ? refused(sentence()) : error;
}

/** The role in commands that make databases and tables, which a node's own role may not do. */

const ADMINISTRATOR = 'postgres';
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]', ''];

/** @param owner the owner of the database and its tables */
export function initCommand(address: string, owner: string): string {
  return commandLine`team init ${asRole(address, owner)}`;
}

export function createCommand(address: string): string {
  const url = new URL(address);
  const user = url.searchParams.get('user') ?? decodeURIComponent(url.username);
  const owner = user === '' ? [] : [`--owner=${shellWord(user)}`];
  const name = shellWord(decodeURIComponent(url.pathname.slice(1)));
  // As Debian sets PostgreSQL up, its administrator has no password.
  if (process.platform === 'linux' && LOCAL_HOSTS.includes(url.hostname)) {
    const port = url.port === '' ? [] : [`--port=${url.port}`];
    return [`sudo -u ${ADMINISTRATOR} createdb`, ...port, ...owner, name].join(' ');
  }
  url.pathname = `/${ADMINISTRATOR}`;
  const maintenance = `--maintenance-db=${shellWord(asRole(url.href, ADMINISTRATOR))}`;
  return ['createdb', maintenance, ...owner, name].join(' ');
}

function asRole(address: string, user: string): string {
  const url = new URL(address);
  // Only if needed: a change of `searchParams` writes blanks as `+`, which PostgreSQL's programs do not read.
  if (url.searchParams.has('user')) url.searchParams.delete('user');
  url.username = encodeURIComponent(user);
  return url.href;
}

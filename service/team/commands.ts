import { shellWord } from '../contract/shell.ts';
import { commandLine } from '../process/command-line.ts';

/** Commands about a database, as the role that may run them: a node's own may make neither tables nor a database. */

const ADMINISTRATOR = 'postgres';
const HERE = ['localhost', '127.0.0.1', '[::1]', ''];

/** @param owner of the database, whose tables they are. */
export function initCommand(address: string, owner: string): string {
  return commandLine`team init ${asRole(address, owner)}`;
}

export function createCommand(address: string): string {
  const url = new URL(address);
  const user = url.searchParams.get('user') ?? decodeURIComponent(url.username);
  const owner = user === '' ? [] : [`--owner=${shellWord(user)}`];
  const name = shellWord(decodeURIComponent(url.pathname.slice(1)));
  // There the administrator has no password, as Debian sets PostgreSQL up.
  if (process.platform === 'linux' && HERE.includes(url.hostname)) {
    const port = url.port === '' ? [] : [`--port=${url.port}`];
    return [`sudo -u ${ADMINISTRATOR} createdb`, ...port, ...owner, name].join(' ');
  }
  url.pathname = `/${ADMINISTRATOR}`;
  const maintenance = `--maintenance-db=${shellWord(asRole(url.href, ADMINISTRATOR))}`;
  return ['createdb', maintenance, ...owner, name].join(' ');
}

function asRole(address: string, user: string): string {
  const url = new URL(address);
  // Any change writes blanks as `+`, which PostgreSQL's programs do not read.
  if (url.searchParams.has('user')) url.searchParams.delete('user');
  url.username = encodeURIComponent(user);
  return url.href;
}

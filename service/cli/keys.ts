import { minuteText } from '../calendar/dates.ts';
import { Failure, quoted } from '../contract/failure.ts';
import { DAY_LIMIT, KEYS_FILE } from '../contract/names.ts';
import { suggestion } from '../datasets/nearest-name.ts';
import { type KeyStore, type ListedKey, ROLES, type Role } from '../keys/types.ts';
import { commandLine } from '../process/command-line.ts';
import {
  type Command,
  DATA_DIR,
  type Given,
  JSON_SWITCH,
  option,
  sameData,
  TEAM_OPTIONS,
  wrong,
} from './command.ts';
import { holdsFile } from './open-data.ts';
import { alignColumns, print, printable, printJson, wholeText } from './output.ts';

const ACTIONS = ['create', 'list', 'revoke'];

export const keys: Command = {
  usage: [
    'keys create --label L [--for fred] [--json] [--data-dir DIR]',
    'keys list [--json] [--data-dir DIR]',
    'keys revoke ID [--json] [--data-dir DIR]',
    'keys create --label L [--role ROLE] --team ADDRESS',
    'keys list --team ADDRESS',
    'keys revoke ID --team ADDRESS',
  ],
  description: [
    'Creates, lists and revokes the API keys of other tools. A key is shown once, when it is created: only a hash of it',
    'is stored. A revocation holds from the next request on, also while the service runs. With --team the keys are those of',
    'a team, for all its nodes at once.',
  ],
  options: [
    option('--label L', 'with create: whose key it is, as the list shows it'),
    option('--role ROLE', `with create, of a team's key: ${ROLES.join(', ')}`, ROLES[0]),
    option(
      '--for fred',
      'with create: a key of 32 hexadecimal digits, as FRED has them, good under /fred and /graph alone',
    ),
    JSON_SWITCH,
    DATA_DIR,
    ...TEAM_OPTIONS,
  ],
  examples: [
    'keys create --label notebook',
    'keys list',
    'keys list --team postgres://almanac@db.example.org/almanac',
  ],
  async run(given) {
    const [action, ...words] = given.words;
    if (action === undefined)
      throw wrong('Say what to do with the keys: keys create, keys list or keys revoke.');
    if (!ACTIONS.includes(action)) throw wrong(`There is no keys ${action}.${suggestion(action, ACTIONS)}`);
    if (action !== 'create' && given.has('label'))
      throw wrong(`--label goes with keys create, not with ${action}.`);
    if (given.has('role') && (action !== 'create' || !given.has('team')))
      throw wrong('--role goes with keys create --team ADDRESS: the keys of one computer all read.');
    if (given.has('team') && given.has('data-dir'))
      throw wrong('--team names the keys of a team and --data-dir those of a folder: give one of them.');
    if (given.has('team-password-file') && !given.has('team'))
      throw wrong('--team-password-file goes with --team ADDRESS.');
    if (action !== 'create' && given.has('for'))
      throw wrong(`--for goes with keys create, not with ${action}.`);
    if (given.has('for') && given.has('role'))
      throw wrong('--for fred makes a key that reads under /fred alone: it takes no --role.');
    if (action === 'revoke') return revoke(given, words);
    if (words.length > 0) throw wrong(`keys ${action} takes only options, and '${words[0]}' is not one.`);
    return action === 'create' ? create(given) : list(given);
  },
};

async function create(given: Given): Promise<void> {
  const label = given.text('label')?.trim();
  if (!label)
    throw wrong(
      `keys create needs a label that distinguishes the keys: ${commandLine`keys create --label notebook`}`,
    );
  const role = checkedRole(given.text('role'));
  const use = given.text('for');
  if (use !== undefined && use !== 'fred') throw wrong(`--for takes fred, not '${use}'.`);
  await withKeys(given, async (store) => {
    const made = await (use === undefined ? store.create(label, role) : store.createForFred(label));
    if (given.has('json')) return printJson(made, 0);
    const asked =
      use === undefined
        ? 'manager, and send it with every request as the header X-API-Key. Revoke it with:'
        : 'manager, and give it to the client as its FRED key: it is good under /fred and /graph only. Revoke it with:';
    print(
      `Key ${made.id} for ${made.label}:`,
      '',
      `  ${made.key}`,
      '',
      'Copy it now: it is not stored and cannot be shown again. Keep it in an environment variable or a secrets',
      asked,
      `  ${commandLine`keys revoke ${made.id} ${sameData(given)}`}`,
    );
  });
}

async function list(given: Given): Promise<void> {
  const none = `No keys yet. Make one: ${commandLine`keys create --label notebook ${sameData(given)}`}`;
  if (!holdsKeys(given)) return print(given.has('json') ? '[]' : none);
  await withKeys(given, async (store) => {
    const all = await store.list();
    if (given.has('json')) return printJson(all);
    if (all.length === 0) return print(none);
    print(...keyTable(all, DAY_LIMIT));
  });
}

async function revoke(given: Given, [id, ...others]: readonly string[]): Promise<void> {
  if (id === undefined || others.length > 0)
    throw wrong(`keys revoke takes one id, as keys list shows it: ${commandLine`keys revoke ID`}`);
  if (!holdsKeys(given))
    throw new Failure('unknown_key', `There is no key '${id}': this data folder has no keys.`);
  await withKeys(given, async (store) => {
    const key = await store.revoke(id);
    if (given.has('json')) return printJson(key, 0);
    print(`Revoked key ${key.id} (${key.label}, …${key.last4}): it no longer works.`);
  });
}

async function withKeys(given: Given, use: (store: KeyStore) => Promise<void>): Promise<void> {
  const team = given.text('team');
  if (team !== undefined) {
    const { withTeamKeys } = await import('../team/index.ts');
    const at = { address: team, passwordFile: given.text('team-password-file') };
    return withTeamKeys(at, use);
  }
  const { openKeys } = await import('../keys/index.ts');
  const store = openKeys(given.dataDir(), { now: () => new Date() });
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

function checkedRole(text: string | undefined): Role | undefined {
  const role = ROLES.find((each) => each === text);
  if (text !== undefined && role === undefined)
    throw wrong(`--role is ${ROLES.join(', ')}, not ${quoted(text)}.${suggestion(text, ROLES)}`);
  return role;
}

/** @returns whether there may be keys: only `create` makes the file of keys. */
function holdsKeys(given: Given): boolean {
  return given.has('team') || holdsFile(given.dataDir(), KEYS_FILE);
}

const HEADER = ['LABEL', 'ID', 'KEY', 'CREATED', 'LAST USED', 'CLIENT', 'TODAY', 'STATE'];
const CLIENT_WIDTH = 32;

/** @param dayLimit requests of a key a day @returns the list's lines, with roles and uses if needed. */
export function keyTable(keys: readonly ListedKey[], dayLimit: number): string[] {
  const hasRoles = keys.some(({ role }) => role !== undefined);
  const hasFred = keys.some(({ is_for_fred }) => is_for_fred);
  const rows = keys.map((key) => [
    key.label,
    key.id,
    `…${key.last4}`,
    minuteText(key.created_at),
    key.last_used_at === null ? 'never' : minuteText(key.last_used_at),
    shortened(key.last_client ?? '–'),
    `${wholeText(key.today)}/${wholeText(dayLimit)}`,
    key.revoked_at === null ? 'active' : `revoked ${minuteText(key.revoked_at)}`,
    ...(hasRoles ? [key.role ?? ''] : []),
    ...(hasFred ? [key.is_for_fred ? '/fred, /graph' : 'all paths'] : []),
  ]);
  const header = [...HEADER, ...(hasRoles ? ['ROLE'] : []), ...(hasFred ? ['GOOD FOR'] : [])];
  return alignColumns([header, ...rows], HEADER.indexOf('TODAY'));
}

function shortened(client: string): string {
  const plain = printable(client);
  return plain.length <= CLIENT_WIDTH ? plain : `${plain.slice(0, CLIENT_WIDTH - 1)}…`;
}

import { minuteText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { suggestion } from '../datasets/nearest-name.ts';
import { commandLine } from '../process/command-line.ts';
import { dataFolder } from '../process/data-folder.ts';
import { countOf, groupDigits } from '../series-math/decimal-text.ts';
import type { TeamAddress, TeamStatus } from '../team/index.ts';
import { type Command, DATA_DIR, type Given, option, sameData, TEAM_OPTIONS, wrong } from './command.ts';
import { publisherHere, teamAddress, withTeam } from './open-data.ts';
import { alignColumns, print, printJson, printToStderr, wholeText } from './output.ts';

const ACTIONS: Readonly<Record<string, (given: Given, words: readonly string[]) => Promise<void>>> = {
  init,
  import: importFolder,
  status,
  verify,
};

export const team: Command = {
  usage: [
    'team init ADDRESS [--team-password-file FILE] [--json]',
    'team import DATA_FOLDER --team ADDRESS',
    'team status --team ADDRESS [--json]',
    'team verify --team ADDRESS [--rebuild] [--data-dir DIR]',
  ],
  description: [
    "Sets up and looks after a team's Almanac, whose data, keys and limits are in a PostgreSQL database (15 or newer).",
    'init makes the tables in an empty database and prints the first admin key, once; later it brings the tables up to date.',
    'import moves the data of a desktop into an empty team, with runs and revisions; the folder stays as it is.',
    'verify compares the copy in a data folder with the database, row by row, and names the first difference.',
  ],
  options: [
    ...TEAM_OPTIONS,
    option('--rebuild', 'with verify: rebuild the copy if it differs'),
    option('--json', 'with init and status: print JSON'),
    DATA_DIR,
  ],
  examples: [
    'team init postgres://almanac@db.example.org/almanac --team-password-file password',
    'team status --team postgres://almanac@db.example.org/almanac',
  ],
  async run(given) {
    const [name, ...words] = given.words;
    const action = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action) return action(given, words);
    throw wrong(
      name === undefined
        ? 'Say what to do with the team: team init, team import, team status or team verify.'
        : `There is no team ${name}.${suggestion(name, Object.keys(ACTIONS))}`,
    );
  },
};

async function init(given: Given, [address, ...others]: readonly string[]): Promise<void> {
  if (address === undefined || others.length > 0 || given.has('team'))
    throw wrong(
      `team init takes the address of an empty database: ${commandLine`team init postgres://user@host:5432/database`}`,
    );
  const at = { address, passwordFile: given.text('team-password-file') };
  await withTeam(at, async (database, { makeFirstKey, setUpTeam }) => {
    const { head, isNew } = await setUpTeam(database, new Date());
    // A set-up that was interrupted after making the tables still gives the key.
    const key = await makeFirstKey(database);
    if (given.has('json'))
      return printJson({ team_id: head.teamId, version: head.version, is_new: isNew, key: key ?? null }, 0);
    print(
      isNew
        ? `${database.name} is set up for a team.`
        : `${database.name} has the tables of this Almanac; the team is at version ${wholeText(head.version)}.`,
    );
    if (!key) return;
    print(
      '',
      `The first admin key (${key.id}):`,
      '',
      `  ${key.key}`,
      '',
      'Copy it now: it is not stored and cannot be shown again. Next, where nodes have no role of their own:',
      `  ${commandLine`serve --team ${address} ${sameData(given)}`}`,
      'A role of their own, which makes no tables, gets its rights first: service/team/README.md, step 6.',
    );
  });
}

async function importFolder(given: Given, [folder, ...others]: readonly string[]): Promise<void> {
  if (folder === undefined || others.length > 0)
    throw wrong(
      `team import takes the data folder of a desktop: ${commandLine`team import DATA_FOLDER --team ADDRESS`}`,
    );
  await withTeam(neededAddress(given, 'import'), async (database, { moveIn }) => {
    const { version, runs } = await moveIn(database, dataFolder(folder), publisherHere(), printToStderr);
    print(
      `The data of ${folder} are the team's now: ${countOf(runs, 'run')}, version ${version}. The folder is unchanged.`,
    );
  });
}

async function status(given: Given, words: readonly string[]): Promise<void> {
  noMore('status', words);
  await withTeam(neededAddress(given, 'status'), async (database, { clockLine, readTeamStatus }) => {
    const found = await readTeamStatus(database);
    if (given.has('json')) return printJson(statusJson(found));
    print(...statusLines(found));
    const clock = clockLine(found.clockAheadMs, found.database);
    for (const warning of [found.risk, clock]) if (warning) printToStderr(warning);
  });
}

function statusJson({ clockAheadMs: clock_ahead_ms, ...found }: TeamStatus): object {
  const { teamId: team_id, publishId: publish_id, ...head } = found.head;
  const { version, notes, dataVersion: data_version, fileId: file_id } = head;
  return {
    ...found,
    head: { team_id, version, publish_id, notes, data_version, file_id },
    clock_ahead_ms,
  };
}

const HEADER = ['NODE', 'ADDRESS', 'ALMANAC', 'VERSION', 'BEHIND', 'LAG', 'HEARD'];
const secondsText = (ms: number) => `${wholeText(Math.max(0, Math.round(ms / 1000)))} s`;

/** @returns the lines of `team status`. */
export function statusLines(found: TeamStatus): string[] {
  const { database, head, newest, nodes, slowest, refresher, people } = found;
  const last = newest ? `, published ${minuteText(newest.at)} by ${newest.who} at ${newest.node}` : '';
  const rows = nodes.map((node) => [
    node.name,
    node.url,
    node.almanac_version,
    wholeText(node.team_version),
    wholeText(Math.max(0, head.version - node.team_version)),
    secondsText(node.lag_ms),
    `${secondsText(node.silent_ms)} ago`,
  ]);
  return [
    `Team: ${database}`,
    `Version: ${wholeText(head.version)}${last}`,
    `Refreshes: ${refresher ?? 'no node has the lease'}`,
    `Slowest: ${slowest ? `${slowest.name}, ${secondsText(slowest.lag_ms)} behind the newest publish` : 'no node is behind'}`,
    '',
    ...(rows.length > 0 ? alignColumns([HEADER, ...rows], 3, 4, 5) : ['No node has reported within a day.']),
    ...peopleLines(people),
  ];
}

const PEOPLE_HEADER = ['PERSON', 'KEY', 'SAVED', 'OLD VERSIONS', 'SHARED'];
const MOST_PEOPLE = 10;
const sizeText = (bytes: number) => `${groupDigits((bytes / 1000).toFixed(0))} kB`;

/** @returns lines of the people who keep most; none if nobody keeps anything. */
function peopleLines(people: TeamStatus['people']): string[] {
  if (people.length === 0) return [];
  const rows = people
    .slice(0, MOST_PEOPLE)
    .map(({ label, key_id, is_revoked, saved_bytes, versions_bytes, shared_bytes }) => [
      label,
      is_revoked ? `${key_id} (revoked)` : key_id,
      ...[saved_bytes, versions_bytes, shared_bytes].map(sizeText),
    ]);
  const more = people.length - rows.length;
  return [
    '',
    ...alignColumns([PEOPLE_HEADER, ...rows], 2, 3, 4),
    ...(more > 0 ? [`and ${countOf(more, 'person', 'people')} with less: --json has all`] : []),
  ];
}

async function verify(given: Given, words: readonly string[]): Promise<void> {
  noMore('verify', words);
  const dataDir = given.dataDir();
  await withTeam(neededAddress(given, 'verify'), async (database, room) => {
    await room.expectTeam(database);
    const found = await room.withCopy(dataDir, async (copy) => {
      await room.followOnce(database, copy, printToStderr);
      const verified = await room.verifyCopy(database, copy);
      if (verified.difference === undefined || !given.has('rebuild')) return verified;
      printToStderr(`The copy in ${dataDir} differs: ${verified.difference}. It is being rebuilt.`);
      await room.rebuild(database, copy);
      return await room.verifyCopy(database, copy);
    });
    if (found.difference === undefined)
      return print(
        `The copy in ${dataDir} is the team's: version ${wholeText(found.version)}, ${countOf(found.rows, 'row')} compared.`,
      );
    throw new Failure(
      'team_refused',
      `The copy in ${dataDir} differs from the team's data: ${found.difference}. Rebuild it: ${commandLine`team verify --rebuild ${sameData(given)}`}`,
    );
  });
}

function neededAddress(given: Given, action: string): TeamAddress {
  const address = teamAddress(given);
  if (address) return address;
  throw wrong(`team ${action} needs the team's database: --team postgres://user@host:5432/database.`);
}

function noMore(action: string, [word]: readonly string[]): void {
  if (word !== undefined) throw wrong(`team ${action} takes only options, and '${word}' is not one.`);
}

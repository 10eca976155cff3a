import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Failure, quoted } from '../contract/failure.ts';
import { DEFAULT_PORT, ECONOMIC_PAGE_SIZE, LABEL_LENGTH } from '../contract/names.ts';
import type { FollowedTeam } from '../contract/team.ts';
import { announceInstance, ownProcessStart, removeInstance } from '../process/instances.ts';
import { environmentKeys } from '../process/publisher-keys.ts';
import type { TeamOptions } from '../service-options.ts';
import { readFileSettings } from '../settings/index.ts';
import { type Command, DATA_DIR, expectNoWords, type Given, option, TEAM_OPTIONS, wrong } from './command.ts';
import { teamAddress } from './open-data.ts';
import { print, printToStderr, stopSignal } from './output.ts';

/** How long answers may still run after a request to stop. */
const CLOSE_DEADLINE_MS = 5000;

export const serve: Command = {
  usage: [
    'serve [--data-dir DIR] [--port N] [--page-size N] [--no-sample] [--allow-origin ORIGIN]...',
    'serve … --host ADDRESS --public-url URL (--tls-cert FILE --tls-key FILE | --behind-proxy CIDR...)',
    'serve … --team ADDRESS [--team-password-file FILE] [--team-counters ADDRESS] [--node-name NAME]',
    'serve … --follow URL --follow-key-file FILE',
  ],
  description: [
    'Runs the service: answers the HTTP API on 127.0.0.1 until Ctrl-C, and prints its address when it is ready.',
    'Pages of other origins are refused, except those that --allow-origin, or allowed_origins in settings.json, lists.',
    'An empty folder is filled with sample data first. ALMANAC_KEY_BLS is sent to BLS by the refreshes of the schedule.',
    'With --host other computers are let in, with TLS of its own or of a proxy. With --team it is a node of a team: the folder',
    "holds a copy of the team's data, and the keys and limits are the team's. /readyz shows a balancer whether it may ask here.",
    "With --follow this computer shows a team's data as a copy that follows, also without the network; its own data stay as they are,",
    'and its keys, settings and saved work are the same as ever. The next start without --follow shows its own data again.',
  ],
  options: [
    DATA_DIR,
    option('--port N', 'port, 0 to 65535; 0 takes a free one', `$ALMANAC_PORT, else ${DEFAULT_PORT}`),
    option('--page-size N', `records of a page, 1 to ${ECONOMIC_PAGE_SIZE}`, String(ECONOMIC_PAGE_SIZE)),
    option('--no-sample', 'leave an empty folder empty'),
    option('--allow-origin ORIGIN...', 'lets pages of this origin read the API with a key; repeatable'),
    option('--host ADDRESS', 'address of this computer to listen on; 0.0.0.0 for all of them', '127.0.0.1'),
    option(
      '--public-url URL',
      'where others reach it: https://data.example.org; it answers to no other name',
    ),
    option('--tls-cert FILE', 'certificate with its chain, in PEM; a renewed one is taken within a minute'),
    option('--tls-key FILE', 'private key of the certificate, in PEM'),
    option(
      '--behind-proxy CIDR...',
      'network of the proxies that end TLS (10.0.0.0/24); nobody else is let in; repeatable',
    ),
    ...TEAM_OPTIONS,
    option(
      '--team-counters ADDRESS',
      'the same with a user whose synchronous_commit is off, to count requests',
      'that of --team',
    ),
    option('--node-name NAME', 'what the team calls this node; no other has the name', "the computer's name"),
    option('--follow URL', 'address of a team: https://data.example.org'),
    option('--follow-key-file FILE', 'its first line is the key that the team gave you'),
  ],
  examples: [
    'serve --port 0',
    'serve --allow-origin https://example.org',
    'serve --team postgres://db/almanac --host 0.0.0.0 --public-url https://example.org --behind-proxy 10.0.0.5',
  ],
  async run(given) {
    expectNoWords(given, 'serve');
    const dataDir = given.dataDir();
    const settings = readFileSettings(dataDir);
    const port = wholeNumber(given, 'port', 0, 65535) ?? settings.port;
    const pageSize = wholeNumber(given, 'page-size', 1, ECONOMIC_PAGE_SIZE) ?? ECONOMIC_PAGE_SIZE;
    const { checkedOrigin, checkedServing } = await import('../api/index.ts');
    const serving = checkedServing({
      host: given.text('host'),
      publicUrl: given.text('public-url'),
      tlsCert: given.text('tls-cert'),
      tlsKey: given.text('tls-key'),
      proxies: given.texts('behind-proxy'),
    });
    const team = teamOf(given);
    const follow = await followOf(given);
    const origins = given.texts('allow-origin').map(checkedOrigin);
    const { startLastingService } = await import('../lasting-service.ts');
    const stop = stopSignal();
    const ended = new AbortController();
    const service = await startLastingService(
      {
        dataDir,
        port,
        pageSize,
        sample: !given.has('no-sample'),
        allowedOrigins: origins,
        serving,
        team,
        follow,
        mirror: process.env.ALMANAC_MIRROR || undefined,
        publisherKeys: environmentKeys,
        now: () => new Date(),
        log: printToStderr,
      },
      (why) => ended.abort(why),
    );
    const removeFromList = announce(dataDir, service.port, follow?.address);
    print(`Listening on ${service.url}`);
    const end = AbortSignal.any([stop, ended.signal]);
    if (!end.aborted) await new Promise((resolve) => end.addEventListener('abort', resolve, { once: true }));
    removeFromList();
    await service.close(CLOSE_DEADLINE_MS);
    ended.signal.throwIfAborted();
  },
};

/** @throws Failure 'wrong_usage' for a team's options without the team's address. */
function teamOf(given: Given): TeamOptions | undefined {
  const at = teamAddress(given);
  if (!at) {
    for (const name of ['team-counters', 'node-name'])
      if (given.has(name)) throw wrong(`--${name} goes with --team ADDRESS.`);
    return undefined;
  }
  const node = given.text('node-name') ?? hostname();
  if (node.length > LABEL_LENGTH || /[\p{Cc}\s]/u.test(node))
    throw wrong(`--node-name is one word of at most ${LABEL_LENGTH} characters, not ${quoted(node)}.`);
  return { ...at, counters: given.text('team-counters'), node };
}

/** @throws Failure 'wrong_usage' for contradictory options, a wrong address, or a file without a key. */
async function followOf(given: Given): Promise<FollowedTeam | undefined> {
  const address = given.text('follow');
  const file = given.text('follow-key-file');
  if (address === undefined && file === undefined) return undefined;
  if (address === undefined) throw wrong('--follow-key-file goes with --follow URL.');
  if (file === undefined) throw wrong('--follow needs the key of the team: --follow-key-file FILE.');
  for (const name of ['team', 'host', 'public-url'])
    if (given.has(name)) throw wrong(`--follow is for this computer alone; it does not go with --${name}.`);
  const { checkedTeamAddress } = await import('../team/feed/index.ts');
  return { address: checkedTeamAddress(address), key: firstLine(file) };
}

/** @throws Failure 'wrong_usage' if the file cannot be read or has no first line. */
function firstLine(file: string): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const right = 'Its first line is the key; this user must be able to read it.';
    throw new Failure('wrong_usage', `${quoted(file)} cannot be read. ${right}`, { file }, { cause: error });
  }
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line.trim() !== '') return line.trim();
  throw wrong(`The first line of ${quoted(file)} is empty; it should be the key of the team.`);
}

/** Lets the commands `list` and `stop` find this service. @returns a function that removes it again. */
function announce(dataDir: string, servicePort: number, follows: string | undefined): () => void {
  try {
    announceInstance({
      kind: 'service',
      dataDir,
      pid: process.pid,
      processStart: ownProcessStart(),
      startedAt: new Date().toISOString(),
      pagePort: null,
      servicePort,
      secret: null,
      ...(follows !== undefined && { follows }),
    });
  } catch (error) {
    printToStderr(`The command list will not show this service: ${String(error)}`);
  }
  return () => removeInstance(dataDir);
}

/** @returns the number of an option; undefined if it was left out. @throws Failure 'wrong_usage' */
function wholeNumber(given: Given, name: string, least: number, most: number): number | undefined {
  const text = given.text(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw wrong(`--${name} is a whole number from ${least} to ${most}, not '${text}'.`);
}

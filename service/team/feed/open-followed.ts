import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as Type from 'typebox';
import { fits } from '../../contract/fits.ts';
import { type FollowedTeam, TEAMS_FOLDER, TeamAbout, type TeamState } from '../../contract/team.ts';
import { removeDrafts } from '../../process/drafts.ts';
import { startThread, type Thread } from '../../process/thread.ts';
import { writeWholeFile } from '../../process/whole-file.ts';
import { guarded } from '../../store/index.ts';
import { checkedTeamAddress, openFeedClient, type Sent } from './feed-client.ts';

export type Followed = {
  /** The folder of the team's copy; the user's own data stay in the data folder. */
  folder: string;
  team: string;
  state(): TeamState;
  /** Starts to follow. Call it once the service has opened `folder`. */
  start(): void;
  close(): Promise<void>;
};

export type FollowOptions = FollowedTeam & {
  dataDir: string;
  log: (line: string) => void;
  /** Gets requests for the list of outgoing ones: those that brought data, or ended unlike the one before. */
  onSent?: (sent: Sent) => void;
  everyMs?: number;
  checkEveryMs?: number;
};

export type Standing = Omit<Extract<TeamState, { follows: true }>, 'follows' | 'address' | 'team'>;

export type FeedInput = {
  dataDir: string;
  team: string;
  everyMs: number;
  checkEveryMs: number;
} & FollowedTeam;
export type FeedMessage =
  | { t: 'standing'; standing: Standing; sent: Sent | undefined }
  | { t: 'log'; line: string }
  | { t: 'failed'; message: string };

const EVERY_MS = 5000;
const CHECK_EVERY_MS = 24 * 60 * 60 * 1000;
const FIRST_ANSWER_MS = 20_000;

/** Opens a followed team. Asks the team for its id only if this computer does not know the address yet. */
export async function openFollowed(options: FollowOptions): Promise<Followed> {
  const { dataDir, key, log, onSent, everyMs = EVERY_MS, checkEveryMs = CHECK_EVERY_MS } = options;
  const address = checkedTeamAddress(options.address);
  const team = knownTeam(dataDir, address) ?? (await firstAsked(dataDir, address, key));
  const folder = copyFolder(dataDir, team);
  guarded(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  removeDrafts(folder, true);
  const now = new Date().toISOString();
  let standing: Standing = { version: 0, head: 0, state: 'catching up', since: now, lastAnswer: null };
  let thread: Thread | undefined;
  const ended = (reason: string) => {
    standing = { ...standing, state: 'refused', since: new Date().toISOString(), reason };
  };
  return {
    folder,
    team,
    state: () => ({ follows: true, address, team, ...standing }),
    start() {
      const workerData: FeedInput = { dataDir: folder, team, address, key, everyMs, checkEveryMs };
      thread = startThread('feed', import.meta.url, workerData);
      const { worker } = thread;
      worker.on('message', (message: FeedMessage) => {
        if (message.t === 'log') return log(message.line);
        if (message.t === 'failed') return ended(message.message);
        ({ standing } = message);
        if (message.sent) onSent?.(message.sent);
      });
      worker.on('error', (error) => {
        log(error.stack ?? error.message);
        ended('The thread that follows the team ended. Start Almanac again.');
      });
    },
    async close() {
      await thread?.end();
    },
  };
}

async function firstAsked(dataDir: string, address: string, key: string): Promise<string> {
  const client = openFeedClient(address, key);
  try {
    const { team } = await client.about(AbortSignal.timeout(FIRST_ANSWER_MS));
    noteTeam(dataDir, address, team);
    return team;
  } finally {
    await client.close();
  }
}

/** The team last found at each address: a start without the network shows that team's copy. */
const ADDRESSES_FILE = 'addresses.json';
const Addresses = Type.Object({}, { additionalProperties: TeamAbout.properties.team });

/** @param address checked (`checkedTeamAddress`). */
export function knownTeam(dataDir: string, address: string): string | undefined {
  return knownTeams(dataDir)[address];
}

export function noteTeam(dataDir: string, address: string, team: string): void {
  const folder = join(dataDir, TEAMS_FOLDER);
  guarded(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const known = { ...knownTeams(dataDir), [address]: team };
    writeWholeFile(join(folder, ADDRESSES_FILE), `${JSON.stringify(known, null, 1)}\n`);
  });
}

export function copyFolder(dataDir: string, team: string): string {
  return join(dataDir, TEAMS_FOLDER, team);
}

/** An invalid file counts as empty: the team is asked again. */
function knownTeams(dataDir: string): Record<string, string> {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dataDir, TEAMS_FOLDER, ADDRESSES_FILE), 'utf8'));
    return fits(Addresses, read) ? { ...(read as Record<string, string>) } : {};
  } catch {
    return {};
  }
}

import { closeSync, createReadStream, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { Failure } from '../../contract/failure.ts';
import {
  type CopiedTable,
  type Copy,
  CopyDisagrees,
  type CopyFrame,
  GONE,
  isUnfinished,
} from '../../store/copy/index.ts';
import { guarded } from '../../store/index.ts';
import { teamRefused } from '../failures.ts';
import type { PulledPlace } from '../pull.ts';
import { type FeedClient, textLines } from './feed-client.ts';
import { cutAnswer, noTeam, OtherHistory } from './feed-failures.ts';
import { FEED_FORMAT, type FeedHead, headOf, placeText, readLine, writeLine } from './lines.ts';

export type FollowParts = {
  client: FeedClient;
  copy: Copy;
  spool: Spool;
  team: string;
  address: string;
  log: (line: string) => void;
  /** Called when the head of an answer arrives. */
  onHead: (version: number) => void;
};

/** Applies newer data once a whole answer has come, over several calls. @param damage reason to rebuild */
export async function followFeedOnce(
  parts: FollowParts,
  waitSeconds: number,
  damage?: string,
): Promise<boolean> {
  const { copy, spool, team, address, log } = parts;
  const localHead = copy.head();
  if (localHead && localHead.teamId !== team) throw otherTeam(address, localHead.teamId);
  if (damage !== undefined) return rebuildCopy(parts, damage);
  if (localHead && isUnfinished(localHead)) return rebuildCopy(parts, undefined);
  const isSameQuestion = spool.head?.after === (localHead?.version ?? 0);
  if (spool.head && !isSameQuestion) spool.clear();
  let head: FeedHead;
  try {
    const has = localHead && {
      after: localHead.version,
      publish: localHead.publishId,
      notes: localHead.notes,
      file: localHead.fileId,
    };
    head = await receive(parts, { after: 0, ...has }, waitSeconds);
  } catch (error) {
    if (error instanceof OtherHistory) return rebuildCopy(parts, error.message);
    throw error;
  }
  const isSame =
    localHead !== undefined &&
    head.version === localHead.version &&
    head.publish === localHead.publishId &&
    head.notes === localHead.notes &&
    head.file === localHead.fileId;
  if (isSame) {
    spool.clear();
    return false;
  }
  try {
    await copy.apply(localHead, { head: headOf(head), frames: spool.frames() });
  } catch (error) {
    if (!(error instanceof CopyDisagrees)) throw error;
    return rebuildCopy(parts, error.message);
  }
  spool.clear();
  if (!localHead) log(`This computer has a copy of the team's data (version ${head.version}).`);
  return true;
}

/** Rebuilds the copy. @param why `undefined` if it was begun before. */
async function rebuildCopy(parts: FollowParts, why: string | undefined): Promise<true> {
  const { copy, spool, address, log } = parts;
  // It may continue where an earlier call stopped.
  if (spool.head?.after !== 0) {
    spool.clear();
    if (why !== undefined) log(`The copy of the team's data is being rebuilt: ${why}.`);
  }
  const head = await receive(parts, { after: 0 }, 0);
  try {
    const pulled = { head: headOf(head), frames: spool.frames() };
    if (copy.state()) await copy.rebuild(pulled);
    else await copy.apply(undefined, pulled);
  } catch (error) {
    if (!(error instanceof CopyDisagrees)) throw error;
    throw teamRefused(
      `The data that the team at ${address} sends are not those that were published (${error.message}). The team must look after its database.`,
      error,
    );
  } finally {
    spool.clear();
  }
  return true;
}

type Has = { after: number; publish?: string; notes?: number; file?: string };

/** Fills the spool until it has a whole answer. */
async function receive(parts: FollowParts, has: Has, waitSeconds: number): Promise<FeedHead> {
  const { client, copy, spool, address, onHead } = parts;
  const columns = new Map(copy.tables.map((table) => [table.name, table.columns.join()]));
  const expectFrame = ({ table, columns: given }: CopyFrame) => {
    if (table !== GONE && columns.get(table) !== given.join()) throw noTeam(address);
  };
  while (true) {
    const place = spool.place();
    const from = place && placeText(place);
    let head: FeedHead | undefined;
    let end: { end: boolean; rows: number } | undefined;
    let rows = 0;
    const question = {
      publish: '',
      notes: undefined,
      file: undefined,
      ...has,
      from,
      wait: from ? 0 : waitSeconds,
    };
    for await (const line of client.changes(question)) {
      if ('head' in line && !head) {
        head = expectHead(parts, line.head);
        if (head.from !== null && head.from !== from) throw noTeam(address);
        spool.begin(head, head.from === null);
        onHead(head.version);
      } else if ('frame' in line && head) {
        expectFrame(line.frame);
        rows += line.frame.rows.length;
        spool.add(line.frame);
      } else if ('end' in line && head) end = line.end;
      else throw noTeam(address);
    }
    if (!head || !end || end.rows !== rows) throw cutAnswer(address);
    if (end.end) return head;
  }
}

function expectHead({ copy, team, address }: FollowParts, head: FeedHead): FeedHead {
  if (head.team !== team) throw otherTeam(address, team);
  const ownTables = Object.fromEntries(copy.tables.map(({ name, columns }) => [name, columns]));
  if (head.format === FEED_FORMAT && JSON.stringify(ownTables) === JSON.stringify(head.tables)) return head;
  if (head.format > FEED_FORMAT || head.layout > copy.layout)
    throw new Failure(
      'newer_version',
      `The team at ${address} has a newer Almanac. Update the one on this computer; until then it shows the data that it has.`,
    );
  throw teamRefused(
    `The team at ${address} has an older Almanac than this computer. It must be updated there; until then this computer shows the data that it has.`,
  );
}

function otherTeam(address: string, ownTeam: string): Failure {
  return teamRefused(
    `Another team answers at ${address} than the one of which this computer has a copy (${ownTeam}). If that is meant, remove teams/addresses.json from the data folder and start Almanac again.`,
  );
}

/** Keeps an answer's rows in a file until all have come, over several requests. Empty at each start. */
type Spool = ReturnType<typeof openSpool>;

export function openSpool(path: string, tables: readonly CopiedTable[]) {
  const file = guarded(path, () => openSync(path, 'w+', 0o600));
  const notes = new Set(tables.filter(({ isNote }) => isNote).map(({ name }) => name));
  let head: FeedHead | undefined;
  let bytes = 0;
  let table: string | undefined;
  let rows = 0;
  /** Where the notes begin. They may change without a new publish, so they are always read again. */
  let beforeNotes: { bytes: number; table: string | undefined; rows: number } | undefined;

  function cutTo(length: number): void {
    guarded(path, () => ftruncateSync(file, length));
    bytes = length;
  }

  function clear(): void {
    cutTo(0);
    [head, table, rows, beforeNotes] = [undefined, undefined, 0, undefined];
  }

  return {
    get head() {
      return head;
    },
    /** @returns where to continue; `undefined`: at the beginning. */
    place(): PulledPlace | undefined {
      if (beforeNotes) {
        cutTo(beforeNotes.bytes);
        ({ table, rows } = beforeNotes);
        beforeNotes = undefined;
      }
      if (!head || table === undefined) return undefined;
      return { version: head.version, publishId: head.publish, table, rows };
    },
    begin(next: FeedHead, isNew: boolean): void {
      if (isNew) clear();
      head = next;
    },
    add(frame: CopyFrame): void {
      if (frame.table !== table && notes.has(frame.table)) beforeNotes ??= { bytes, table, rows };
      if (frame.table !== table) rows = 0;
      table = frame.table;
      rows += frame.rows.length;
      const line = Buffer.from(writeLine(frame));
      guarded(path, () => {
        for (let at = 0; at < line.length; ) at += writeSync(file, line, at, line.length - at, bytes + at);
      });
      bytes += line.length;
    },
    async *frames(): AsyncGenerator<CopyFrame, void> {
      if (bytes === 0) return;
      for await (const text of textLines(createReadStream(path, { end: bytes - 1 }))) {
        const line = readLine(text);
        if (!line || !('frame' in line))
          throw new Failure(
            'folder_unusable',
            `${path} was changed while it was read. Let other programs leave it alone.`,
          );
        yield line.frame;
      }
    },
    clear,
    close(): void {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

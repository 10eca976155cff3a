import { PassThrough, pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as Type from 'typebox';
import {
  answers,
  compressor,
  encodingFor,
  expectValid,
  invalid,
  KEY_IN_HEADER,
  marketCaller,
  notAuthenticated,
  notedCaller,
  querySchema,
  Refusal,
  refusals,
  type Site,
  text,
  whole,
} from '../../api/index.ts';
import { API_PREFIX } from '../../contract/names.ts';
import { ABOUT_PATH, CHANGES_PATH, TeamAbout } from '../../contract/team.ts';
import type { CopyHead, Pulled } from '../../store/copy/index.ts';
import { HistoryDiffers } from '../pull.ts';
import { FEED_FORMAT, type FeedHead, placeText, readPlace, writeLine } from './lines.ts';
import type { FeedState, TeamFeed } from './open-feed.ts';

const LINES_TYPE = 'application/x-ndjson';
/** The longest answer: slow clients must not stop the database's clean-up. They continue with `from`. */
const PART_MS = 60_000;
/** Bytes read ahead of a client, so that the database need not wait while small answers are sent. */
const AHEAD_BYTES = 4 * 1024 * 1024;
const LONGEST_WAIT_SECONDS = 30;

const QUERY = querySchema({
  after: Type.Optional(
    whole('The version that the copy has; 0: it has nothing and gets everything', { minimum: 0, default: 0 }),
  ),
  publish: Type.Optional(
    text('Id of the publish of that version. Needed unless `after` is 0', {
      right: 'the id of the last head',
    }),
  ),
  notes: Type.Optional(whole('`notes` of the last head', { minimum: 0, default: 0 })),
  file: Type.Optional(text('`file` of the last head', { right: 'the id of the last head' })),
  from: Type.Optional(
    text(
      'Where a broken answer is continued: `VERSION.PUBLISH.TABLE.ROWS`, version and publish of its head, the table that was being sent and how many of its rows came. Without effect where the team has another publish by now: the head says `from: null` then, and the answer begins at the first row',
      { right: '12.2f1c….observation.5000' },
    ),
  ),
  wait: Type.Optional(
    whole('Seconds to wait for something new before answering that there is nothing', {
      minimum: 0,
      maximum: LONGEST_WAIT_SECONDS,
      default: 0,
    }),
  ),
});

/** The answer was ended on purpose before its last row, so the transaction cannot continue. */
class PartEnded extends Error {}

/** Adds the change feed. Its requests do not count, since desktops poll; `FEED_CONNECTIONS` bounds them. */
export function addChanges(app: FastifyInstance, site: Site, feed: TeamFeed, partMs = PART_MS): void {
  const schema = {
    operationId: 'get_changes',
    tags: ['Team' as const],
    summary: 'The team’s data, for copies that follow',
    description:
      'A head, rows of tables, and an end, a JSON object a line. An answer without its end was cut: nothing of it may be shown. `end: false` says that the rest is to be asked for with `from`. Any role. Does not count against the limits of the key.',
    security: KEY_IN_HEADER,
    querystring: QUERY,
    response: {
      200: answers('What is newer than `after`, as of one version', { lines: true }),
      ...refusals({
        401: 'NotAuthenticated',
        403: 'Forbidden',
        409: 'HistoryDiffers',
        422: 'InvalidParameter',
      }),
    },
  };
  app.get<{ Querystring: Type.Static<typeof QUERY> }>(
    `${API_PREFIX}${CHANGES_PATH}`,
    { schema, attachValidation: true },
    async (request, reply) => {
      await notedCaller(site, request);
      expectValid(request);
      const asked = readAsked(request.query);
      reply.header('Cache-Control', 'no-store').type(LINES_TYPE);
      if (request.method === 'HEAD') return reply.send('');
      const isOver = () => site.isClosing() || reply.raw.destroyed;
      const unchangedHead = asked.state && (await feed.headIfSame(asked.state, asked.waitMs, isOver));
      if (unchangedHead) {
        const head = headLine(feed, unchangedHead, asked.after, null);
        return reply.send(writeLine(head) + writeLine({ end: true, rows: 0 }));
      }
      return sendRows(feed, asked, partMs, isOver, request, reply, site.log);
    },
  );
}

type ChangesQuestion = {
  after: number;
  publish: string;
  state: FeedState | undefined;
  from: ReturnType<typeof readPlace>;
  waitMs: number;
};

function readAsked(given: Type.Static<typeof QUERY>): ChangesQuestion {
  const after = Number(given.after ?? 0n);
  const { publish = '', file } = given;
  if (after > 0 && publish === '')
    throw invalid('publish', 'publish is missing. Add the id of the publish that the last head named.');
  const from = given.from === undefined ? undefined : readPlace(given.from);
  if (given.from !== undefined && !from)
    throw invalid(
      'from',
      'from is not a place in an answer. Write VERSION.PUBLISH.TABLE.ROWS, or leave it out.',
    );
  const copy = { version: after, publishId: publish, notes: Number(given.notes ?? 0n) };
  // Only its file id distinguishes a copy of version 0 from no copy.
  const state = file === undefined || from ? undefined : { ...copy, fileId: file };
  return { after, publish, state, from, waitMs: Number(given.wait ?? 0n) * 1000 };
}

async function sendRows(
  feed: TeamFeed,
  { after, publish, from }: ChangesQuestion,
  partMs: number,
  isOver: () => boolean,
  request: FastifyRequest,
  reply: FastifyReply,
  log: (line: string) => void,
): Promise<FastifyReply> {
  const copy = after === 0 ? undefined : { version: after, publishId: publish };
  const enough = AbortSignal.timeout(partMs);
  /** True once the answer has begun; `reply.sent` is true only when the last byte is on its way. */
  let isBegun = false;
  try {
    await feed.read(copy, from, async ({ head, frames, from: resumedFrom }) => {
      const out = new PassThrough({ writableHighWaterMark: AHEAD_BYTES });
      const encoding = encodingFor(request.headers['accept-encoding'], ['gzip']);
      if (encoding) reply.header('Content-Encoding', encoding);
      isBegun = true;
      // If one of the streams ends early, the other does too.
      void reply.send(encoding ? pipeline(out, compressor(encoding), () => undefined) : out);
      out.on('error', () => undefined);
      // Rows read ahead may be sent after the database is no longer needed, but not for ever.
      const late = setTimeout(() => out.destroy(), 2 * partMs).unref();
      out.once('close', () => clearTimeout(late));
      out.write(writeLine(headLine(feed, head, after, resumedFrom ? placeText(resumedFrom) : null)));
      const written = writeFrames(frames, out, enough, isOver);
      // The client notices that the end is missing, and asks again.
      written.catch((error: Error) => out.destroy(error));
      if (!(await written)) throw new PartEnded();
    });
  } catch (error) {
    if (error instanceof HistoryDiffers)
      throw new Refusal(409, { detail: `${error.message[0]?.toUpperCase()}${error.message.slice(1)}` });
    if (!isBegun) throw error;
    if (!(error instanceof PartEnded) && !reply.raw.destroyed)
      log(`${request.id} the changes were cut: ${error instanceof Error ? error.message : String(error)}`);
  }
  return reply;
}

/** @returns whether all frames were written. @param enough aborts when the time of an answer is over. */
async function writeFrames(
  frames: Pulled['frames'],
  out: PassThrough,
  enough: AbortSignal,
  isOver: () => boolean,
): Promise<boolean> {
  let rows = 0;
  for await (const frame of frames) {
    rows += frame.rows.length;
    if (!out.write(writeLine(frame))) await drained(out, enough);
    if (!enough.aborted && !out.destroyed && !isOver()) continue;
    out.end(writeLine({ end: false, rows }));
    return false;
  }
  out.end(writeLine({ end: true, rows }));
  return true;
}

function drained(out: PassThrough, enough: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done).off('close', done);
      enough.removeEventListener('abort', done);
      resolve();
    };
    out.once('drain', done).once('close', done);
    enough.addEventListener('abort', done);
    if (enough.aborted || out.destroyed) done();
  });
}

function headLine(feed: TeamFeed, head: CopyHead, after: number, from: string | null): FeedHead {
  return {
    format: FEED_FORMAT,
    layout: feed.layout,
    tables: Object.fromEntries(feed.tables.map(({ name, columns }) => [name, columns])),
    team: head.teamId,
    version: head.version,
    publish: head.publishId,
    notes: head.notes,
    data_version: head.dataVersion,
    file: head.fileId,
    after,
    from,
  };
}

/** Adds a path that names the team and the key's rights. Its requests do not count. */
export function addAbout(app: FastifyInstance, site: Site, feed: TeamFeed): void {
  const schema = {
    operationId: 'get_team_about',
    tags: ['Team' as const],
    summary: 'Which team answers here, and what the key may do',
    description: 'Any role. Does not count against the limits of the key.',
    security: KEY_IN_HEADER,
    querystring: querySchema({}),
    response: {
      200: answers('The team and the key', { json: { schema: TeamAbout } }),
      ...refusals({ 401: 'NotAuthenticated', 403: 'Forbidden', 422: 'InvalidParameter' }),
    },
  };
  app.get(ABOUT_PATH, { schema, attachValidation: true }, async (request, reply) => {
    const caller = await marketCaller(site, request);
    expectValid(request);
    const key = await feed.keyOf(caller.id);
    if (!key) throw notAuthenticated(false);
    const about: TeamAbout = { team: feed.teamId, version: feed.version(), ...key };
    return reply.header('Cache-Control', 'no-store').send(about);
  });
}

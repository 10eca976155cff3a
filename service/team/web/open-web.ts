import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  addEndpoints,
  type EndpointHandlers,
  endpointMethod,
  FAILURE_STATUSES,
  headerKeys,
  notFound,
  Refusal,
  sendUnchanged,
  type Web,
} from '../../api/index.ts';
import type { Calls } from '../../calls/index.ts';
import type { Endpoints, OpenEndpoint, OutputOf } from '../../contract/endpoints.ts';
import { Failure } from '../../contract/failure.ts';
import { fits } from '../../contract/fits.ts';
import { ACTION_PREFIX, TEAM_PATHS, TEAM_PREFIX } from '../../contract/names.ts';
import { AskedItem } from '../../contract/saved.ts';
import { SharedItem, type SharedItems, ShareRequest, type TeamSession } from '../../contract/shared.ts';
import type { ExportRequest } from '../../contract/table-export.ts';
import { ROLES, type Role } from '../../keys/index.ts';
import { openPageFiles, pageFolder, sendPageFile } from '../../page/index.ts';
import { newDraftFolder } from '../../process/drafts.ts';
import { pageName, pathOf } from '../../process/path-kind.ts';
import { almanacVersion } from '../../process/version.ts';
import { CommitUnknown, type TeamDatabase } from '../connect.ts';
import type { Membership } from '../membership.ts';
import { megabytes, SHARED } from '../stored-size.ts';
import { expectRole, noOrigin, openMembers, openSessions, type TeamMember } from './members.ts';
import { openOwnWork } from './own-work.ts';

/** A node's paths for people with a browser: a part of the context of `buildApp`. */
export type TeamWeb = Web & {
  /** True if this module put the header `Authorization` in place of a session. */
  isLetIn(authorization: string | undefined): boolean;
  answerBy(calls: Calls): void;
};

export type TeamWebOptions = {
  team: Pick<Membership, 'keys' | 'database'>;
  url: () => string;
  now: () => Date;
  log: (line: string) => void;
  /** Absent: the page is looked for beside this program. */
  findPage?: () => string | undefined;
};

const POSTS: ReadonlySet<string> = new Set([TEAM_PATHS.signIn, TEAM_PATHS.share, TEAM_PATHS.withdraw]);

export function openTeamWeb({ team, url, now, log, findPage = pageFolder }: TeamWebOptions): TeamWeb {
  const { keys, database } = team;
  const sessions = openSessions(keys.tokenSecret());
  const members = openMembers({ keys, sessions, now });
  const shared = openSharedWork(database, now);
  const pageFiles = openPage(findPage(), log);
  /** Replaces a valid session in a request: nobody outside knows it. */
  const letIn = `Bearer ${randomBytes(32).toString('base64url')}`;
  let calls: Calls | undefined;
  const parts = {
    database,
    shared,
    calls: () => {
      if (!calls) throw new Failure('cancelled', 'The service is starting.');
      return calls;
    },
    publicUrl: url,
    now,
  };

  /** Lets a page read the API outside its key's limits. Requests without a session do not wait. */
  function letSessionIn(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isOther = headerKeys(request).length > 0;
    const isAction = [TEAM_PREFIX, ACTION_PREFIX].some((prefix) => request.url.startsWith(`${prefix}/`));
    if (!isRead || isOther || isAction || !members.hasSession(request)) {
      done();
      return;
    }
    members.of(request).then(() => {
      request.headers.authorization = letIn;
      done();
    }, done);
  }

  const expectMember = (takesKey: boolean) => async (request: FastifyRequest) =>
    request.setDecorator(MEMBER, await members.of(request, takesKey));

  async function signIn(request: FastifyRequest): Promise<TeamSession> {
    if (request.headers.origin === undefined) throw noOrigin();
    const { keyId } = await members.byKey(request);
    const { session, endsAt } = sessions.make(keyId, now());
    keys.note(keyId, request.headers['user-agent']);
    return { session, expires_at: endsAt.toISOString() };
  }

  async function list(request: FastifyRequest, reply: FastifyReply): Promise<SharedItems | FastifyReply> {
    const member = memberOf(request);
    const etag = `W/"${await shared.version()}-${member.keyId}-${member.role}"`;
    reply.header('Cache-Control', 'private, no-cache');
    if (sendUnchanged(request, reply, etag)) return reply;
    return shared.list(member);
  }

  return {
    methodsOf(url) {
      const path = pathOf(url);
      if (POSTS.has(path)) return 'POST';
      return endpointMethod(path, []);
    },
    isLetIn: (authorization) => authorization === letIn,
    answerBy(given) {
      calls = given;
    },
    addTo(app) {
      app.addHook('onRequest', letSessionIn);
      app.get('/*', async (request, reply) => {
        if (!(pageFiles && (await sendPageFile(pageFiles, pageName(request.url), request, reply))))
          throw notFound();
        return reply;
      });
      void app.register(async (scope) => {
        scope.decorateRequest(MEMBER, null);
        addEndpoints(scope, {
          can: [],
          checkCaller: expectMember(false),
          handlers: (request) => teamHandlers(parts, memberOf(request)),
          asRefusal: asTeamRefusal,
        });
        scope.post(TEAM_PATHS.signIn, signIn);
        scope.get(TEAM_PATHS.shared, { onRequest: expectMember(true) }, list);
        const mayShare = async (request: FastifyRequest) =>
          expectRole(memberOf(request), 'publish', 'Sharing');
        scope.post<{ Body: ShareRequest }>(
          TEAM_PATHS.share,
          { onRequest: [expectMember(true), mayShare], schema: { body: ShareRequest } },
          async (request) => {
            await shared.share(memberOf(request), request.body);
            return shared.list(memberOf(request));
          },
        );
        scope.post<{ Body: AskedItem }>(
          TEAM_PATHS.withdraw,
          { onRequest: expectMember(true), schema: { body: AskedItem } },
          async (request) => {
            await shared.withdraw(memberOf(request), request.body);
            return shared.list(memberOf(request));
          },
        );
      });
    },
  };
}

const MEMBER = 'member';
const memberOf = (request: FastifyRequest) => request.getDecorator<TeamMember>(MEMBER);

function openPage(folder: string | undefined, log: (line: string) => void) {
  if (folder !== undefined) return openPageFiles(folder, { isForTeam: true });
  log(
    "The app itself is not served at this node: its page is not built. Build it with 'npm start -- --no-open' in the project's folder, and start the node again. The API answers all the same.",
  );
  return undefined;
}

function asTeamRefusal(error: unknown): unknown {
  if (error instanceof CommitUnknown)
    return new Refusal(
      503,
      { detail: "The team's database broke off while it stored this. Look whether it is there." },
      { 'Retry-After': '5' },
    );
  if (!(error instanceof Failure)) return error;
  if (error.code === 'team_unreachable' || error.code === 'cancelled')
    return new Refusal(
      503,
      { detail: "The team's database does not answer now. Nothing was changed; try again in a moment." },
      { 'Retry-After': '5' },
    );
  const status = FAILURE_STATUSES[error.code];
  return status === undefined ? error : new Refusal(status, { detail: error.message });
}

type TeamHandlersParts = {
  database: TeamDatabase;
  shared: SharedWork;
  calls: () => Calls;
  publicUrl: () => string;
  now: () => Date;
};

/** The most bytes of an export. The answer itself has it: the next request may go to another node. */
const MOST_EXPORTED = 64 * 1024 * 1024;

const LABEL = 'SELECT label FROM api_key WHERE id = $1';

/** Handlers to read data and a person's saved work. No imports, refreshes, keys, settings or diagnostics. */
export function teamHandlers(
  { database, shared, calls, publicUrl, now }: TeamHandlersParts,
  member: TeamMember,
): Pick<EndpointHandlers, OpenEndpoint> {
  const own = openOwnWork(database, member.keyId, now);
  const version = async (): Promise<number> => {
    const [ownVersion, sharedVersion] = await Promise.all([own.version(), shared.version()]);
    return ownVersion + sharedVersion;
  };
  const sharedItems = async () => ({ has_team: true, known_at: null, ...(await shared.list(member)) });
  const items = async () => ({ version: await version(), items: await own.items() });
  const preferences = async () => ({ version: await version(), values: await own.preferences() });
  const pairs = async () => ({ pairs: await own.pairs() });
  return {
    ...calls().endpoints,
    async state() {
      const [row] = await database.query<{ label: string }>(LABEL, [member.keyId]);
      return {
        ...{ mode: 'team', version: almanacVersion(), can: [], started_at: '' },
        ...{ base_url: publicUrl(), damage: null, incidents: [] },
        member: { name: row?.label ?? member.keyId, role: member.role },
      };
    },
    'work-version': async () => ({ version: await version() }),
    saved: items,
    'item-versions': async ({ id }) => ({ versions: await own.versions(id) }),
    'save-item': (request) => own.save(request),
    async 'remove-item'({ id }) {
      await own.remove(id);
      return items();
    },
    preferences,
    async 'set-preferences'({ values }) {
      await own.setPreferences(values);
      return preferences();
    },
    'same-companies': pairs,
    async 'set-same-company'(request) {
      await own.setPair(request);
      return pairs();
    },
    'shared-items': sharedItems,
    async 'share-item'(request) {
      expectRole(member, 'publish', 'Sharing');
      await shared.share(member, request);
      return sharedItems();
    },
    async 'withdraw-item'(asked) {
      await shared.withdraw(member, asked);
      return sharedItems();
    },
    export: (asked, { signal }) => exported(calls(), asked, signal),
  };
}

/** Exports a view, and removes its folder at once. */
async function exported(
  { work }: Calls,
  asked: ExportRequest,
  signal: AbortSignal,
): Promise<OutputOf<Endpoints['export']>> {
  const folder = newDraftFolder(join(tmpdir(), 'almanac-export'));
  try {
    const { receipt, file, sidecar } = await work.exportView(asked, folder, signal, () => undefined);
    const sent = async (name: string) => ({ name, url: await dataAddress(join(folder, name)) });
    return { receipt, file: await sent(file), sidecar: sidecar === null ? null : await sent(sidecar) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function dataAddress(path: string): Promise<string> {
  if ((await stat(path)).size > MOST_EXPORTED)
    throw new Failure(
      'wrong_usage',
      'This file is larger than 64 MB, more than a page without the app can take. Choose fewer series or a shorter range, or read it with a key.',
    );
  return `data:application/octet-stream;base64,${(await readFile(path)).toString('base64')}`;
}

/** Shared items, with an audit row for each change. One answer has all, so their sizes are bounded. */
type SharedWork = ReturnType<typeof openSharedWork>;

type SharedItemRow = Omit<SharedItem, 'content' | 'shared_by' | 'may_withdraw'> & {
  content: string;
  shared_by: string;
  label: string | null;
};

const VERSION = 'SELECT coalesce(sum(revision), 0)::bigint AS version FROM shared_item';
const MOST_SHARED_BYTES = 8_000_000;
const MOST_OF_ONE = 2_000_000;
/** The most shares of a key in a day: the audit keeps a row of each for good. */
const MOST_IN_A_DAY = 500;
const DAY_MS = 86_400_000;
const ITEMS_AT_ONCE = 200;

/** $1 the most bytes. Rows beyond them are not read. */
const LIST = `SELECT s.id, s.kind, s.name, s.note, s.folder, s.content, s.revision, s.shared_by, s.created_at, s.changed_at,
  s.deleted_at, k.label FROM (SELECT *, sum(size) OVER (ORDER BY changed_at DESC, id) AS read FROM (${SHARED}) AS sized) AS s
  LEFT JOIN api_key k ON k.id = s.shared_by WHERE s.read <= $1 ORDER BY s.changed_at DESC, s.id`;
const SIZES = `SELECT coalesce(sum(size), 0)::bigint AS shared, coalesce(sum(size) FILTER (WHERE shared_by = $1), 0)::bigint AS own
  FROM (${SHARED}) AS sized`;
/** Locks the row of the key, so that it shares one item at a time. */
const ALONE = 'SELECT id FROM api_key WHERE id = $1 FOR UPDATE';
/** $1 key · $2 time. */
const SHARED_SINCE = `SELECT count(*) AS times FROM audit WHERE at > $2 AND what = 'shared' AND starts_with(who, 'key ' || $1 || ' ')`;
const OWNER = `SELECT s.shared_by, s.deleted_at, s.name, k.label FROM shared_item s LEFT JOIN api_key k ON k.id = s.shared_by
  WHERE s.id = $1`;
/** Changes nothing if another key shares the item ($7 is the key). */
const SHARE = `INSERT INTO shared_item AS s (id, kind, name, note, folder, content, revision, shared_by, created_at, changed_at)
  VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $8)
  ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, note = excluded.note, folder = excluded.folder,
    content = excluded.content, revision = s.revision + 1, changed_at = excluded.changed_at, deleted_at = NULL,
    shared_by = excluded.shared_by
  WHERE s.shared_by = excluded.shared_by OR s.deleted_at IS NOT NULL`;
const WITHDRAW = `UPDATE shared_item SET deleted_at = $2, changed_at = $2, revision = revision + 1, note = '', content = ''
  WHERE id = $1 AND deleted_at IS NULL`;
const AUDIT = `INSERT INTO audit (id, at, who, what, detail)
  SELECT $1, $2, 'key ' || id || ' ' || label, $3, $4 FROM api_key WHERE id = $5`;

export function openSharedWork(database: TeamDatabase, now: () => Date) {
  const audit = (at: string, what: string, detail: string, { keyId }: TeamMember) =>
    [AUDIT, [randomUUID(), at, what, detail, keyId]] as const;
  return {
    /** A number that grows with every change. */
    async version(): Promise<number> {
      const [row] = await database.query<{ version: number }>(VERSION);
      return row?.version ?? 0;
    },
    /** @returns the shared items, newest change first, as many as one answer takes. */
    async list(member: TeamMember): Promise<SharedItems> {
      const rows = await database.query<SharedItemRow>(LIST, [MOST_SHARED_BYTES]);
      const items: SharedItem[] = [];
      for (const [at, row] of rows.entries()) {
        // Other requests wait for this thread.
        if (at % ITEMS_AT_ONCE === 0) await turn();
        items.push(...sharedOf(row, member));
      }
      return { may_share: isAtLeast(member.role, 'publish'), items };
    },
    /** Shares an item or replaces the key's own. @throws Failure 'wrong_usage' if another's, or too much. */
    async share(member: TeamMember, { id, kind, name, note, folder, content }: ShareRequest): Promise<void> {
      const at = now().toISOString();
      const values = [id, kind, name, note, folder, JSON.stringify(content), member.keyId, at];
      await database.transaction(async ({ query, change }) => {
        await query(ALONE, [member.keyId]);
        const dayBefore = new Date(now().getTime() - DAY_MS).toISOString();
        const [done] = await query<{ times: number }>(SHARED_SINCE, [member.keyId, dayBefore]);
        if ((done?.times ?? 0) >= MOST_IN_A_DAY) throw tooOften();
        if ((await change(SHARE, values)) === 1) {
          const [sizes] = await query<{ shared: number; own: number }>(SIZES, [member.keyId]);
          if ((sizes?.own ?? 0) > MOST_OF_ONE) throw tooMuch('You', MOST_OF_ONE);
          if ((sizes?.shared ?? 0) > MOST_SHARED_BYTES) throw tooMuch('The team', MOST_SHARED_BYTES);
          await change(...audit(at, 'shared', `${id} ${kind} ${name}`, member));
          return;
        }
        const [held] = await query<{ label: string | null }>(OWNER, [id]);
        throw new Failure(
          'wrong_usage',
          `${held?.label ?? 'Somebody else'} has shared this item already. Duplicate it, and share the copy.`,
        );
      });
    },
    /** Ignores a missing item. @throws Failure 'wrong_usage' for another's item, except to an admin. */
    async withdraw(member: TeamMember, { id }: AskedItem): Promise<void> {
      const at = now().toISOString();
      await database.transaction(async ({ query, change }) => {
        const [held] = await query<SharedItemRow>(OWNER, [id]);
        if (!held || held.deleted_at !== null) return;
        if (held.shared_by !== member.keyId && !isAtLeast(member.role, 'admin'))
          throw new Failure(
            'wrong_usage',
            `“${held.name}” was shared by ${held.label ?? 'somebody else'}: only that key, or one of the role admin, takes it back.`,
          );
        if ((await change(WITHDRAW, [id, at])) === 1)
          await change(...audit(at, 'withdrawn', `${id} ${held.name}`, member));
      });
    },
  };
}

const isAtLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

const tooOften = () =>
  new Failure(
    'wrong_usage',
    `You have shared ${MOST_IN_A_DAY} times within a day, the most for one person. Nothing was shared. Try again later.`,
  );

/** @param who begins a sentence */
const tooMuch = (who: 'You' | 'The team', most: number) =>
  new Failure(
    'wrong_usage',
    `${who} can share at most ${megabytes(most)}, and with this item it would be more. Nothing was shared. Take back what is no longer needed first.`,
  );

/** @returns nothing for an item that a newer Almanac wrote in another form. */
function sharedOf(
  { content, shared_by, label, ...row }: SharedItemRow,
  { keyId, role }: TeamMember,
): SharedItem[] {
  const item: unknown = {
    ...row,
    content: JSON.parse(content),
    shared_by: label ?? shared_by,
    may_withdraw: shared_by === keyId || isAtLeast(role, 'admin'),
  };
  return fits(SharedItem, item) ? [item] : [];
}

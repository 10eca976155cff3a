import { randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  addEndpoints,
  type Context,
  type EndpointHandlers,
  endpointMethod,
  FAILURE_STATUSES,
  headerKeys,
  notFound,
  Refusal,
  sendUnchanged,
} from '../../api/index.ts';
import type { Calls } from '../../calls/index.ts';
import type { Endpoints, OpenEndpoint, OutputOf } from '../../contract/endpoints.ts';
import { Failure } from '../../contract/failure.ts';
import { ACTION_PREFIX, TEAM_PATHS, TEAM_PREFIX } from '../../contract/names.ts';
import { AskedItem } from '../../contract/saved.ts';
import { type SharedItems, ShareRequest, type TeamSession } from '../../contract/shared.ts';
import type { ExportRequest } from '../../contract/table-export.ts';
import { openPageFiles, pageFolder, pathOf } from '../../page/index.ts';
import { newDraftFolder } from '../../process/drafts.ts';
import { almanacVersion } from '../../process/version.ts';
import { CommitUnknown, type TeamDatabase } from '../connect.ts';
import type { Membership } from '../membership.ts';
import { expectRole, noOrigin, openMembers, openSessions, type TeamMember } from './members.ts';
import { openOwnWork } from './own-work.ts';
import { openSharedWork, type SharedWork } from './shared-work.ts';

/** What a node serves to people with a browser. `buildApp` gets it as a part of its context. */
export type TeamWeb = NonNullable<Context['web']> & {
  /** Whether a header `Authorization` is one that this part has put in place of a session. */
  isLetIn(authorization: string | undefined): boolean;
  answerBy(calls: Calls): void;
};

export type TeamWebOptions = {
  team: Pick<Membership, 'keys' | 'database'>;
  url: () => string;
  now: () => Date;
  log: (line: string) => void;
  /** Absent: it is looked for beside this program. */
  findPage?: () => string | undefined;
};

const POSTS: ReadonlySet<string> = new Set([TEAM_PATHS.signIn, TEAM_PATHS.share, TEAM_PATHS.withdraw]);

export function openTeamWeb({ team, url, now, log, findPage = pageFolder }: TeamWebOptions): TeamWeb {
  const { keys, database } = team;
  const sessions = openSessions(keys.tokenSecret());
  const members = openMembers({ keys, sessions, now });
  const shared = openSharedWork(database, now);
  const pageFiles = openPage(findPage(), log);
  /** Stands in a request of a session that was found good: nobody outside knows it. */
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

  /** A page's reads of the API do not count against the limits of its key. Requests without a session do not wait. */
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
        if (!(await pageFiles?.(request, reply))) throw notFound();
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

/** An export is sent in the answer itself, since the next request of the page may go to another node. */
const MOST_EXPORTED = 64 * 1024 * 1024;

const LABEL = 'SELECT label FROM api_key WHERE id = $1';

/** What reads, and what the person has saved. No import, no refresh, no keys, no settings or diagnostics of the computer. */
export function teamHandlers(
  { database, shared, calls, publicUrl, now }: TeamHandlersParts,
  member: TeamMember,
): Pick<EndpointHandlers, OpenEndpoint> {
  const own = openOwnWork(database, member.keyId, now);
  const version = async (): Promise<number> => {
    const [mine, theirs] = await Promise.all([own.version(), shared.version()]);
    return mine + theirs;
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

/** The folder is removed at once. */
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

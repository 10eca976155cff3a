import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointHandlers } from '../../api/index.ts';
import type { Calls } from '../../calls/index.ts';
import type { Endpoints, OpenEndpoint, OutputOf } from '../../contract/endpoints.ts';
import { Failure } from '../../contract/failure.ts';
import type { ExportRequest } from '../../contract/table-export.ts';
import { newDraftFolder } from '../../process/drafts.ts';
import { almanacVersion } from '../../process/version.ts';
import type { TeamDatabase } from '../connect.ts';
import { expectRole, type TeamMember } from './members.ts';
import { openOwnWork } from './own-work.ts';
import type { SharedWork } from './shared-work.ts';

export type TeamHandlersParts = {
  database: TeamDatabase;
  shared: SharedWork;
  /** What answers the page's actions on one computer. */
  calls: () => Calls;
  publicUrl: () => string;
  now: () => Date;
};

/** An export is sent in the answer itself, since the next request of the page may go to another node. */
const MOST_EXPORTED = 64 * 1024 * 1024;

const LABEL = 'SELECT label FROM api_key WHERE id = $1';

/**
 * The actions that a page of a node has: what reads, and what the person has saved. Nothing else of `ENDPOINTS` is there: no import, no
 * refresh, no keys, no settings or diagnostics of the computer.
 * @returns what answers the actions for a member.
 */
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

/** Writes the files of an export into a folder that is removed at once. @throws Failure 'wrong_usage' if they are too large to send. */
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

/** @returns the bytes of a file as an address that holds them itself. */
async function dataAddress(path: string): Promise<string> {
  if ((await stat(path)).size > MOST_EXPORTED)
    throw new Failure(
      'wrong_usage',
      'This file is larger than 64 MB, more than a page without the app can take. Choose fewer series or a shorter range, or read it with a key.',
    );
  return `data:application/octet-stream;base64,${(await readFile(path)).toString('base64')}`;
}

import { readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Calls } from '../../calls/index.ts';
import type { EndpointName, Endpoints, OutputOf } from '../../contract/endpoints.ts';
import { Failure } from '../../contract/failure.ts';
import type { AskedItem, SaveItemRequest } from '../../contract/saved.ts';
import type { KnownShared, ShareRequest } from '../../contract/shared.ts';
import type { AskedExport } from '../../contract/table-export.ts';
import type { SetSameCompanyRequest } from '../../contract/work.ts';
import { newDraftFolder } from '../../process/drafts.ts';
import type { EndpointRequest } from '../../process/endpoint-input.ts';
import { almanacVersion } from '../../process/version.ts';
import type { TeamDatabase } from '../connect.ts';
import { expectRole, type Member } from './members.ts';
import { openOwnWork } from './own-work.ts';
import type { SharedWork } from './shared-work.ts';

/**
 * The actions that a page of a node has, `/team/v1/page/<name>`: what reads, and what the person has saved. Of `ENDPOINTS` nothing else
 * is reachable from there: no import, no refresh, no keys, no settings or diagnostics of the computer.
 */

/** What is answered as on one computer. */
const PASSED_ON = [
  'explain',
  'explain-list',
  'revisions',
  'changes',
  'headlines',
  'calendar',
  'freeze',
  'check-frozen',
  'frozen-lines',
] as const satisfies readonly EndpointName[];

/** What is answered here. */
const OWN = [
  'state',
  'work-version',
  'saved',
  'item-versions',
  'save-item',
  'remove-item',
  'preferences',
  'set-preferences',
  'same-companies',
  'set-same-company',
  'shared-items',
  'share-item',
  'withdraw-item',
  'export',
] as const satisfies readonly EndpointName[];

type OwnName = (typeof OWN)[number];
export type PageCall = OwnName | (typeof PASSED_ON)[number];

const NAMES: ReadonlySet<string> = new Set<string>([...PASSED_ON, ...OWN]);

/** @returns whether a page of a node has this action. */
export function isPageCall(name: string): name is PageCall {
  return NAMES.has(name);
}

export type PageCallParts = {
  database: TeamDatabase;
  shared: SharedWork;
  /** What answers the page's actions on one computer. */
  calls: () => Calls;
  publicUrl: () => string;
  now: () => Date;
};

/** Checked query or body of an action. */
type Input = unknown;

/** An export is sent in the answer itself, since the next request of the page may go to another node. */
const MOST_EXPORTED = 64 * 1024 * 1024;

const LABEL = 'SELECT label FROM api_key WHERE id = $1';

/** @returns a function that answers an action for a member. It throws what the calls throw: Refusal, Failure. */
export function openPageCalls({ database, shared, calls, publicUrl, now }: PageCallParts) {
  const own = (member: Member) => openOwnWork(database, member.keyId, now);

  async function versionFor(member: Member): Promise<number> {
    const [mine, theirs] = await Promise.all([own(member).version(), shared.version()]);
    return mine + theirs;
  }

  async function sharedFor(member: Member): Promise<KnownShared> {
    return { has_team: true, known_at: null, ...(await shared.list(member)) };
  }

  const items = async (member: Member) => ({
    version: await versionFor(member),
    items: await own(member).items(),
  });
  const preferences = async (member: Member) => ({
    version: await versionFor(member),
    values: await own(member).preferences(),
  });
  const pairs = async (member: Member) => ({ pairs: await own(member).pairs() });

  const handlers: {
    [Name in OwnName]: (
      member: Member,
      input: Input,
      signal: AbortSignal,
    ) => Promise<OutputOf<Endpoints[Name]>>;
  } = {
    async state({ keyId, role }) {
      const [row] = await database.query<{ label: string }>(LABEL, [keyId]);
      return {
        ...{ mode: 'team', version: almanacVersion(), base_url: publicUrl(), damage: null, incidents: [] },
        member: { name: row?.label ?? keyId, role },
      };
    },
    'work-version': async (member) => ({ version: await versionFor(member) }),
    saved: items,
    'item-versions': async (member, input) => ({
      versions: await own(member).versions((input as AskedItem).id),
    }),
    'save-item': (member, input) => own(member).save(input as SaveItemRequest),
    async 'remove-item'(member, input) {
      await own(member).remove((input as AskedItem).id);
      return items(member);
    },
    preferences,
    async 'set-preferences'(member, input) {
      const { values, if_absent } = input as { values: Record<string, unknown>; if_absent?: boolean };
      await own(member).setPreferences(values, if_absent);
      return preferences(member);
    },
    'same-companies': pairs,
    async 'set-same-company'(member, input) {
      await own(member).setPair(input as SetSameCompanyRequest);
      return pairs(member);
    },
    'shared-items': sharedFor,
    async 'share-item'(member, input) {
      expectRole(member, 'publish', 'Sharing');
      await shared.share(member, input as ShareRequest);
      return sharedFor(member);
    },
    async 'withdraw-item'(member, input) {
      await shared.withdraw(member, input as AskedItem);
      return sharedFor(member);
    },
    export: (_member, input, signal) => exported(calls(), input as AskedExport, signal),
  };

  return async (name: PageCall, member: Member, input: Input, signal: AbortSignal): Promise<unknown> =>
    name in handlers
      ? handlers[name as OwnName](member, input, signal)
      : passOn(calls().endpoints[name as (typeof PASSED_ON)[number]], input, signal);
}

/** TypeScript cannot say that the handler of a name takes the input of that name, for a union of names. */
function passOn(handler: unknown, input: Input, signal: AbortSignal): unknown {
  return (handler as (input: Input, request: Partial<EndpointRequest>) => unknown)(input, { signal });
}

/** Writes the files of an export into a folder that is removed at once. @throws Failure 'wrong_usage' if they are too large to send. */
async function exported(
  { work }: Calls,
  asked: AskedExport,
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

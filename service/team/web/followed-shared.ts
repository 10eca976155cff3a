import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import type { FollowedShared } from '../../calls/index.ts';
import { Failure } from '../../contract/failure.ts';
import { fits } from '../../contract/fits.ts';
import { KEY_HEADER, TEAM_PATHS } from '../../contract/names.ts';
import { type KnownShared, SharedItems } from '../../contract/shared.ts';
import type { FollowedTeam } from '../../contract/team.ts';
import { almanacVersion } from '../../process/version.ts';
import { writeWholeFile } from '../../process/whole-file.ts';
import { teamRefused } from '../failures.ts';
import { type Sent, trusted } from '../feed/feed-client.ts';
import { noTeam, refusedAnswer, unanswered } from '../feed/feed-failures.ts';

export type FollowedSharedOptions = FollowedTeam & {
  folder: string;
  now: () => Date;
  /** Called after each request that brought the team's list, or that shared or withdrew an item. */
  onSent: (sent: Sent) => void;
};

const KEPT_FILE = 'shared.json';
const KeptShared = Type.Object({ etag: Type.String(), known_at: Type.String(), shared: SharedItems });
type KeptShared = Static<typeof KeptShared>;

const ANSWER_MS = 15_000;
/** Statuses whose `detail` says why a change was refused: no right, too large, wrong, too often. */
const STATUSES_WITH_DETAIL: ReadonlySet<number> = new Set([403, 413, 422, 429]);
const LONGEST_ANSWER = 64 * 1024 * 1024;

/** Fetches a team's shared items for a desktop, with its key. Keeps the last list in case nobody answers. */
export function openFollowedShared(
  options: FollowedSharedOptions,
): FollowedShared & { close(): Promise<void> } {
  const { address, key, folder, now, onSent } = options;
  const file = join(folder, KEPT_FILE);
  let kept = readKept(file);
  const ca = address.startsWith('https:') ? trusted() : undefined;
  const agent = new EnvHttpProxyAgent({ connect: { ...ca }, ...(ca && { requestTls: ca }), connections: 1 });

  async function ask(
    method: Dispatcher.HttpMethod,
    path: string,
    more: Record<string, string>,
    body?: string,
  ) {
    if (key === '')
      throw teamRefused(
        "The team's key cannot be read on this computer. Enter it again in Settings, Data from.",
      );
    const url = new URL(path, address).href;
    const headers = { 'User-Agent': `Almanac/${almanacVersion()}`, ...more };
    const sent: Sent = {
      ...{ at: now().toISOString(), method, url, purpose: `Team · ${address}`, dataset: null },
      ...{
        headers: { ...headers, [KEY_HEADER]: '…' },
        sent_bytes: Buffer.byteLength(body ?? ''),
        received_bytes: 0,
      },
      ...{ status: null, problem: null },
    };
    try {
      const answer = await request(url, {
        ...{ method, dispatcher: agent, headers: { ...headers, [KEY_HEADER]: key } },
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body !== undefined && { body }),
      });
      sent.status = answer.statusCode;
      const chunks: Buffer[] = [];
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        sent.received_bytes += chunk.length;
        if (sent.received_bytes > LONGEST_ANSWER) throw noTeam(address);
        chunks.push(chunk);
      }
      return {
        status: answer.statusCode,
        etag: String(answer.headers.etag ?? ''),
        text: Buffer.concat(chunks).toString('utf8'),
      };
    } catch (error) {
      const failure = unanswered(error, address);
      sent.problem = failure.message;
      throw failure;
    } finally {
      if (method === 'POST' || sent.status === 200) onSent(sent);
    }
  }

  function keep(etag: string, text: string): KnownShared {
    const shared = parsed(text);
    if (!fits(SharedItems, shared)) throw noTeam(address);
    kept = { etag, known_at: now().toISOString(), shared };
    writeWholeFile(file, JSON.stringify(kept));
    return newest(kept);
  }

  async function change(path: string, body: object): Promise<KnownShared> {
    const answer = await ask('POST', path, { 'Content-Type': 'application/json' }, JSON.stringify(body));
    if (answer.status === 200) return keep('', answer.text);
    const detail = (parsed(answer.text) as { detail?: unknown } | undefined)?.detail;
    // The team's `detail` says why not.
    if (STATUSES_WITH_DETAIL.has(answer.status) && typeof detail === 'string' && detail !== 'forbidden')
      throw new Failure('wrong_usage', detail);
    throw refusedAnswer(address, { status: answer.status, detail: answer.text, location: undefined });
  }

  return {
    async list() {
      try {
        const asked = kept && kept.etag !== '' ? { 'If-None-Match': kept.etag } : {};
        const { status, etag, text } = await ask('GET', TEAM_PATHS.shared, asked);
        if (status === 304 && kept) {
          kept = { ...kept, known_at: now().toISOString() };
          return newest(kept);
        }
        if (status === 200) return keep(etag, text);
        throw refusedAnswer(address, { status, detail: text, location: undefined });
      } catch (error) {
        if (!(error instanceof Failure) || !kept) throw error;
        return { ...newest(kept), known_at: kept.known_at };
      }
    },
    share: (item) => change(TEAM_PATHS.share, item),
    withdraw: (asked) => change(TEAM_PATHS.withdraw, asked),
    close: () => agent.destroy(),
  };
}

const newest = ({ shared }: KeptShared): KnownShared => ({ has_team: true, known_at: null, ...shared });

function readKept(file: string): KeptShared | undefined {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return fits(KeptShared, kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

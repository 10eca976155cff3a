import type { Readable } from 'node:stream';
import { getCACertificates } from 'node:tls';
import { constants, createGunzip } from 'node:zlib';
import { EnvHttpProxyAgent, request } from 'undici';
import { Failure, quoted } from '../../contract/failure.ts';
import { fits } from '../../contract/fits.ts';
import { API_PREFIX, KEY_HEADER } from '../../contract/names.ts';
import type { OutgoingRequest } from '../../contract/preferences.ts';
import { ABOUT_PATH, CHANGES_PATH, TeamAbout } from '../../contract/team.ts';
import { almanacVersion } from '../../process/version.ts';
import { teamRefused } from '../failures.ts';
import { cutAnswer, noTeam, OtherHistory, refusedAnswer, unanswered } from './feed-failures.ts';
import { type FeedLine, readLine } from './lines.ts';

export type FeedQuestion = Readonly<
  Record<'after' | 'publish' | 'notes' | 'file' | 'from' | 'wait', string | number | undefined>
>;

export type Sent = Omit<OutgoingRequest, 'id'>;

/** Methods throw Failure 'team_unreachable' and 'team_refused'. No message or log line has the key. */
export type FeedClient = ReturnType<typeof openFeedClient>;

const CONNECT_MS = 10_000;
/** How long an answer may take, beyond the time that the team was asked to wait. */
const ANSWER_MS = 15_000;
const SILENCE_MS = 30_000;
const LONGEST_REFUSAL = 10_000;
const LONGEST_LINE = 32 * 1024 * 1024;

/** @returns the origin. @throws Failure 'wrong_usage'. */
export function checkedTeamAddress(text: string): string {
  const right = 'Write it like https://data.example.org.';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.host === '')
    throw new Failure(
      'wrong_usage',
      `The address of the team ${quoted(text)} is not one of the web. ${right}`,
    );
  if (
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== '' ||
    url.pathname !== '/'
  )
    throw new Failure('wrong_usage', `The address of a team has neither path nor user. ${right}`);
  if (url.protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname))
    throw new Failure(
      'wrong_usage',
      `${url.origin} would send the key where others can read it. Use https://${url.host}.`,
    );
  return url.origin;
}

/** @param address checked. @throws Failure 'wrong_usage' for a key that cannot be one. */
export function openFeedClient(address: string, key: string) {
  if (!/^[\x21-\x7e]{8,200}$/.test(key))
    throw new Failure('wrong_usage', 'The key of the team is one word like alm_…, of 8 to 200 characters.');
  const ca = address.startsWith('https:') ? trusted() : undefined;
  const agent = new EnvHttpProxyAgent({
    connect: { timeout: CONNECT_MS, ...ca },
    ...(ca && { requestTls: ca }),
    bodyTimeout: SILENCE_MS,
    connections: 2,
  });
  const headers = { 'User-Agent': `Almanac/${almanacVersion()}`, 'Accept-Encoding': 'gzip' };
  let sent: Sent | undefined;

  async function ask(path: string, type: string, waitMs: number, signal: AbortSignal | undefined) {
    const url = new URL(path, address);
    const line: Sent = {
      at: new Date().toISOString(),
      method: 'GET',
      url: url.href,
      purpose: `Team · ${address}`,
      dataset: null,
      headers: { ...headers, [KEY_HEADER]: '…' },
      sent_bytes: 0,
      received_bytes: 0,
      status: null,
      problem: null,
    };
    sent = line;
    try {
      const answer = await request(url, {
        dispatcher: agent,
        headers: { ...headers, [KEY_HEADER]: key },
        headersTimeout: waitMs + ANSWER_MS,
        ...(signal && { signal }),
      });
      const { statusCode: status, body } = answer;
      line.status = status;
      body.on('data', (bytes: Buffer) => {
        line.received_bytes += bytes.length;
      });
      body.pause();
      const isZipped = /\bgzip\b/.test(String(answer.headers['content-encoding'] ?? ''));
      const decoded = isZipped ? unzipped(body) : body;
      if (status !== 200) {
        const location = answer.headers.location;
        throw refusedAnswer(address, {
          status,
          detail: await start(decoded),
          location: location?.toString(),
        });
      }
      if (!String(answer.headers['content-type']).startsWith(type)) {
        decoded.on('error', () => undefined).destroy();
        throw noTeam(address);
      }
      return decoded;
    } catch (error) {
      throw notedFailure(error, line);
    }
  }

  /** Notes the problem. @returns the Failure to throw. */
  function notedFailure(error: unknown, line: Sent | undefined = sent): Error {
    const failure = error instanceof OtherHistory ? error : unanswered(error, address);
    if (line) line.problem = failure.message;
    return failure;
  }

  return {
    async about(signal?: AbortSignal): Promise<TeamAbout> {
      const body = await ask(ABOUT_PATH, 'application/json', 0, signal);
      try {
        const about: unknown = JSON.parse(await start(body));
        if (fits(TeamAbout, about)) return about;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw notedFailure(error);
      }
      throw noTeam(address);
    },
    /** @throws OtherHistory */
    async *changes(question: FeedQuestion, signal?: AbortSignal): AsyncGenerator<FeedLine, void> {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(question))
        if (value !== undefined && value !== '') query.set(name, String(value));
      const waitMs = Number(question.wait ?? 0) * 1000;
      const body = await ask(`${API_PREFIX}${CHANGES_PATH}?${query}`, 'application/x-ndjson', waitMs, signal);
      try {
        for await (const text of textLines(body)) {
          const line = readLine(text);
          if (!line) throw noTeam(address);
          yield line;
          if ('end' in line) return;
        }
        throw cutAnswer(address);
      } catch (error) {
        throw notedFailure(error);
      } finally {
        body.on('error', () => undefined).destroy();
      }
    },
    lastSent: (): Sent | undefined => sent,
    close: (): Promise<void> => agent.destroy(),
  };
}

/** Unzips a body. A body that breaks off gives all that came, which need not be sent again. */
function unzipped(body: Readable): Readable {
  const gunzip = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  body.on('error', () => gunzip.end());
  gunzip.on('close', () => body.destroy());
  return body.pipe(gunzip);
}

/** Adds the authorities that the system trusts to Node's own: organisations install theirs there. */
export function trusted(): { ca: string[] } | undefined {
  try {
    return { ca: [...getCACertificates('default'), ...getCACertificates('system')] };
  } catch {
    // Electron's Node may lack the system's list.
    return undefined;
  }
}

async function start(body: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk as Buffer, { stream: true });
    if (text.length > LONGEST_REFUSAL) break;
  }
  return text;
}

/** Yields a body's lines. Leaves out text after the last line end. */
export async function* textLines(body: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of body) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
    rest.push(first);
    length += first.length;
    if (length > LONGEST_LINE) throw teamRefused('The team sent a line that does not end.');
    if (more.length === 0) continue;
    yield rest.join('');
    const last = more.pop() ?? '';
    yield* more;
    rest = [last];
    length = last.length;
  }
}

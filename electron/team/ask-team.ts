import { Failure, shortened } from '../../service/contract/failure.ts';
import { fits } from '../../service/contract/fits.ts';
import { APP_NAME, KEY_HEADER } from '../../service/contract/names.ts';
import type { OutgoingRequest } from '../../service/contract/preferences.ts';
import { ABOUT_PATH, type FollowedTeam, TeamAbout } from '../../service/contract/team.ts';

export type AskTeamParts = {
  version: string;
  /** Gets the line of the ledger of what left this computer. */
  note: (line: Omit<OutgoingRequest, 'id'>) => void;
  now?: () => Date;
  /** Until the whole answer is there. */
  timeoutMs?: number;
};

type Outcome = { status: number; text: string };

/** No answer of a team is nearly as long. */
const MOST_BYTES = 64 * 1024;

/**
 * Asks the Almanac at `address` which team it serves and what the key may do. The key goes to that address only: a redirect is not followed.
 * @param address from `teamAddress`
 * @throws Failure 'team_unreachable' where nobody answers in time, 'team_refused' where the answer is no team's, the certificate is not
 * trusted, or the key is refused. The sentence says what to do, and never contains the key.
 */
export async function askTeam({ address, key }: FollowedTeam, parts: AskTeamParts): Promise<TeamAbout> {
  const { version, note, now = () => new Date(), timeoutMs = 15_000 } = parts;
  const url = new URL(ABOUT_PATH, address);
  const headers = { Accept: 'application/json', 'User-Agent': `${APP_NAME}/${version}`, [KEY_HEADER]: key };
  const line = {
    at: now().toISOString(),
    method: 'GET',
    url: url.href,
    purpose: `Team · ${address}`,
    dataset: null,
    headers: { host: url.host, connection: 'close', ...headers, [KEY_HEADER]: '…' },
    sent_bytes: 0,
  };
  let outcome: Outcome;
  try {
    outcome = await answerOf(url, headers, timeoutMs);
  } catch (error) {
    const failure = asTeamFailure(address, error);
    note({ ...line, received_bytes: 0, status: null, problem: failure.message });
    throw failure;
  }
  note({ ...line, received_bytes: Buffer.byteLength(outcome.text), status: outcome.status, problem: null });
  return aboutIn(address, outcome);
}

async function answerOf(url: URL, headers: Record<string, string>, timeoutMs: number): Promise<Outcome> {
  // Loaded only when a person asks for a team. It takes the proxies of HTTPS_PROXY and NO_PROXY, as fetches from publishers do.
  const { EnvHttpProxyAgent, request } = await import('undici');
  const dispatcher = new EnvHttpProxyAgent();
  try {
    const answer = await request(url, { dispatcher, headers, signal: AbortSignal.timeout(timeoutMs) });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of answer.body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) break;
    }
    return { status: answer.statusCode, text: Buffer.concat(chunks).toString('utf8') };
  } finally {
    await dispatcher.destroy();
  }
}

function aboutIn(address: string, { status, text }: Outcome): TeamAbout {
  if (status === 200) {
    const about = jsonOf(text);
    if (fits(TeamAbout, about)) return about;
  }
  if (status === 401 || status === 403) {
    throw new Failure(
      'team_refused',
      `${address} refused the key. Copy the whole key again, or ask whoever runs the team's Almanac for a new one.`,
    );
  }
  if (status === 429 || status >= 500) {
    throw new Failure(
      'team_unreachable',
      `${address} cannot answer now (HTTP status ${status}). Try again in a minute.`,
    );
  }
  throw new Failure(
    'team_refused',
    `${address} answers (HTTP status ${status}), but is not a team's Almanac. Ask whoever runs it for its address.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asTeamFailure(address: string, error: unknown): Failure {
  if (!(error instanceof Error)) throw error;
  const { host, hostname } = new URL(address);
  const code = codeOf(error);
  const unreachable = (why: string) => new Failure('team_unreachable', why, {}, { cause: error });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return unreachable(
      `The network knows no ${hostname}. Look at the spelling, and whether this computer is online or needs a VPN.`,
    );
  if (code === 'ECONNREFUSED')
    return unreachable(
      `Nothing answers at ${host}. Look at the port, or ask whoever runs the team's Almanac whether it is on.`,
    );
  if (/^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/.test(code))
    return new Failure(
      'team_refused',
      `The certificate of ${host} is not trusted (${code}), so the key was not sent. Whoever runs the team's Almanac can mend that.`,
      {},
      { cause: error },
    );
  if (/^(ERR_SSL_|EPROTO|HPE_)/.test(code))
    return new Failure(
      'team_refused',
      `${host} does not speak ${new URL(address).protocol === 'https:' ? 'HTTPS' : 'HTTP'}. Look at the port.`,
      {},
      { cause: error },
    );
  if (error.name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT|UNREACH/.test(code))
    return unreachable(
      `${host} did not answer in time. Look whether this computer is online or needs a VPN.`,
    );
  return unreachable(`The connection to ${host} broke (${shortened(code || error.name)}). Try again.`);
}

/** @returns the innermost code: an error of undici may wrap one of the system. */
function codeOf(error: Error): string {
  const { cause } = error;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const inner = cause instanceof Error ? codeOf(cause) : '';
  return own.startsWith('UND_ERR_') || own === '' ? inner || own : own;
}

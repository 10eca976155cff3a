import { Failure } from '../../contract/failure.ts';
import { teamRefused } from '../failures.ts';

/** Failures of a team's address that does not answer as it should. 'team_unreachable' may pass by itself. */

/** The team's history lacks the publish that a copy has. */
export class OtherHistory extends Error {}

const AWAY: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known to the network, or this computer is offline',
  EAI_AGAIN: 'its name is not known to the network, or this computer is offline',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  EHOSTUNREACH: 'the network does not reach it',
  ENETUNREACH: 'the network does not reach it',
  ENETDOWN: 'this computer is offline',
  ETIMEDOUT: 'it does not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped in the middle of its answer',
  UND_ERR_SOCKET: 'the connection broke',
  UND_ERR_ABORTED: 'the proxy refused the connection',
  UND_ERR_PRX_CONN: 'the proxy cannot be used',
  UND_ERR_PRX_TLS: 'the proxy cannot be used',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection broke',
  Z_BUF_ERROR: 'the connection broke',
};

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/;
const NO_WEB_SERVER = /^(HPE_|Z_|EPROTO$|ERR_SSL_|UND_ERR_HEADERS_OVERFLOW$)/;

/** @returns the Failure for an error of the network. @throws any other error, which is a bug. */
export function unanswered(error: unknown, address: string): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) throw error;
  const code = codeOf(error);
  const cause = { cause: error };
  const away = error.name === 'TimeoutError' ? 'it does not answer in time' : AWAY[code];
  if (away !== undefined)
    return new Failure('team_unreachable', `The team at ${address} does not answer: ${away}.`, {}, cause);
  if (CERTIFICATE.test(code))
    return teamRefused(
      `The certificate of ${address} is not trusted (${code}). Ask the team for the right address. If its authority is your organisation's own, install that on this computer, or name its file in NODE_EXTRA_CA_CERTS.`,
      cause?.cause,
    );
  if (NO_WEB_SERVER.test(code)) return noTeam(address, cause);
  throw error;
}

/** Finds an error's code: an error of undici may wrap one of the system. */
function codeOf(error: Error): string {
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const inner = error.cause instanceof Error ? codeOf(error.cause) : '';
  return own.startsWith('UND_ERR_') || own === '' ? inner || own : own;
}

export function noTeam(address: string, cause?: ErrorOptions): Failure {
  return teamRefused(
    `No team's Almanac answers at ${address}. Check the address: it is what people of the team open in a browser.`,
    cause?.cause,
  );
}

export function cutAnswer(address: string): Failure {
  return new Failure('team_unreachable', `The team at ${address} does not answer: the connection broke.`);
}

/** @param detail the body of an answer other than 200. @param location its header. */
export function refusedAnswer(
  address: string,
  { status, detail, location }: { status: number; detail: string; location: string | undefined },
): Failure | OtherHistory {
  const refused = (says: string) => new Failure('team_refused', says);
  if (status === 409) return new OtherHistory(detailOf(detail));
  if (status === 401)
    return refused(`The team at ${address} does not know the key. Enter the key that the team gave you.`);
  if (status === 403 && detailOf(detail) === 'forbidden')
    return refused(`The key for the team at ${address} was revoked. Ask the team for another one.`);
  if (status === 403)
    return refused(`${address} does not let this computer in. Ask the team who may reach it.`);
  if (status === 421)
    return refused(`The Almanac at ${address} has another name. Use the address that the team gives out.`);
  if (status >= 300 && status < 400) {
    const to =
      location !== undefined && URL.canParse(location, address) ? new URL(location, address) : undefined;
    return refused(
      `${address} sends on to ${to?.origin ?? 'another place'}. If that is the team, use that address.`,
    );
  }
  if (status === 422)
    return refused(
      `The team at ${address} does not understand this Almanac's question. One of both is much older: update it.`,
    );
  if (status === 429 || status >= 500)
    return new Failure('team_unreachable', `The team at ${address} cannot answer now (${status}).`);
  return noTeam(address);
}

function detailOf(body: string): string {
  try {
    const { detail } = JSON.parse(body);
    return typeof detail === 'string' ? detail : '';
  } catch {
    return '';
  }
}

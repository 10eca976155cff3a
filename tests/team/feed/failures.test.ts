import { expect, it } from 'vitest';
import { Failure } from '../../../service/contract/failure.ts';
import {
  cutAnswer,
  noTeam,
  OtherHistory,
  refusedAnswer,
  unanswered,
} from '../../../service/team/feed/feed-failures.ts';
import { coded } from '../scripted.ts';

/** The sentences that a person reads if a team's address does not answer, or not as a team does. */

const ADDRESS = 'https://data.example.org';
const NO_TEAM = `No team's Almanac answers at ${ADDRESS}. Check the address: it is what people of the team open in a browser.`;
const said = ({ code, message }: Failure) => [code, message];

it.for([
  ['ENOTFOUND', 'its name is not known to the network, or this computer is offline'],
  ['EAI_AGAIN', 'its name is not known to the network, or this computer is offline'],
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection broke'],
  ['EPIPE', 'the connection broke'],
  ['EHOSTUNREACH', 'the network does not reach it'],
  ['ENETUNREACH', 'the network does not reach it'],
  ['ENETDOWN', 'this computer is offline'],
  ['ETIMEDOUT', 'it does not answer in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'it does not answer in time'],
  ['UND_ERR_HEADERS_TIMEOUT', 'it does not answer in time'],
  ['UND_ERR_BODY_TIMEOUT', 'it stopped in the middle of its answer'],
  ['UND_ERR_SOCKET', 'the connection broke'],
  ['UND_ERR_ABORTED', 'the proxy refused the connection'],
  ['UND_ERR_PRX_CONN', 'the proxy cannot be used'],
  ['UND_ERR_PRX_TLS', 'the proxy cannot be used'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'the connection broke'],
  ['Z_BUF_ERROR', 'the connection broke'],
])('the error %s means: %s', ([code, why]) => {
  const error = coded(code);
  const failure = unanswered(error, ADDRESS);
  expect(said(failure)).toEqual(['team_unreachable', `The team at ${ADDRESS} does not answer: ${why}.`]);
  expect(failure.cause).toBe(error);
});

it('a timeout, a wrong certificate, and a server of another kind have a sentence each', () => {
  const late = Object.assign(new Error('x'), { name: 'TimeoutError', code: 23 });
  expect(said(unanswered(late, ADDRESS))).toEqual([
    'team_unreachable',
    `The team at ${ADDRESS} does not answer: it does not answer in time.`,
  ]);
  for (const code of [
    ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
    ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'HOSTNAME_MISMATCH'],
  ])
    expect(said(unanswered(coded(code), ADDRESS))).toEqual([
      'team_refused',
      `The certificate of ${ADDRESS} is not trusted (${code}). Ask the team for the right address. If its authority is your organisation's own, install that on this computer, or name its file in NODE_EXTRA_CA_CERTS.`,
    ]);
  for (const code of [
    ...['HPE_INVALID_CONSTANT', 'Z_DATA_ERROR', 'EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'],
    'UND_ERR_HEADERS_OVERFLOW',
  ])
    expect(said(unanswered(coded(code), ADDRESS))).toEqual(['team_refused', NO_TEAM]);
});

it('an error of undici is named by the error that it wraps, an error of the system by its own code', () => {
  const wrapped = (outer: string | undefined, inner: string) =>
    said(unanswered(Object.assign(coded(outer), { cause: coded(inner) }), ADDRESS))[1];
  expect(wrapped('UND_ERR_SOCKET', 'ENOTFOUND')).toContain('is not known to the network');
  expect(wrapped(undefined, 'ECONNREFUSED')).toContain('was refused');
  expect(wrapped('ECONNRESET', 'ENOTFOUND')).toContain('the connection broke');
  expect(wrapped('UND_ERR_SOCKET', '')).toContain('the connection broke');
});

it('a failure stays as it is, and any other error is a bug', () => {
  const failure = new Failure('wrong_usage', 'x');
  expect(unanswered(failure, ADDRESS)).toBe(failure);
  for (const bug of [coded('ERR_INVALID_ARG_TYPE'), new TypeError('x'), 'text'])
    expect(() => unanswered(bug, ADDRESS)).toThrow(bug instanceof Error ? bug : 'text');
});

const FORBIDDEN = `${ADDRESS} does not let this computer in. Ask the team who may reach it.`;
const sendsOn = (to: string) => `${ADDRESS} sends on to ${to}. If that is the team, use that address.`;
const OTHER = 'https://other.example:8443/x?y';

it.for([
  [401, `The team at ${ADDRESS} does not know the key. Enter the key that the team gave you.`, ''],
  [
    403,
    `The key for the team at ${ADDRESS} was revoked. Ask the team for another one.`,
    '{"detail":"forbidden"}',
  ],
  ...['{"detail":"Forbidden"}', '<html>', '{"detail":7}', 'null'].map(
    (body) => [403, FORBIDDEN, body] as const,
  ),
  [421, `The Almanac at ${ADDRESS} has another name. Use the address that the team gives out.`, ''],
  ...[300, 302, 399].map((status) => [status, sendsOn('https://other.example:8443'), '', OTHER] as const),
  [308, sendsOn(ADDRESS), '', '/login'],
  ...[undefined, 'http://'].map((to) => [307, sendsOn('another place'), '', to] as const),
  [
    422,
    `The team at ${ADDRESS} does not understand this Almanac's question. One of both is much older: update it.`,
    '',
  ],
  ...[204, 299, 400, 404, 499].map((status) => [status, NO_TEAM, ''] as const),
] as [number, string, string, string?][])(
  'an answer %i is refused: %s',
  ([status, message, detail, location]) => {
    const failure = refusedAnswer(ADDRESS, { status, detail, location }) as Failure;
    expect(said(failure)).toEqual(['team_refused', message]);
  },
);

it.for([429, 500, 503, 599])('the answer %i means that the team may answer in a moment', (status) => {
  const failure = refusedAnswer(ADDRESS, { status, detail: '', location: undefined }) as Failure;
  expect(said(failure)).toEqual([
    'team_unreachable',
    `The team at ${ADDRESS} cannot answer now (${status}).`,
  ]);
});

it('the answer 409 means another history, and keeps the words of the team', () => {
  const other = refusedAnswer(ADDRESS, {
    status: 409,
    detail: '{"detail":"No such one"}',
    location: undefined,
  });
  expect([other instanceof OtherHistory, other.message]).toEqual([true, 'No such one']);
  expect(said(cutAnswer(ADDRESS))).toEqual([
    'team_unreachable',
    `The team at ${ADDRESS} does not answer: the connection broke.`,
  ]);
  expect(said(noTeam(ADDRESS))).toEqual(['team_refused', NO_TEAM]);
});

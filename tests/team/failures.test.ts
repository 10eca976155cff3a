import { expect, it } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { asTeamFailure, isStillHeld, isWorthAnotherTry } from '../../service/team/failures.ts';
import { coded } from './scripted.ts';

/** The sentences that a person reads for errors of PostgreSQL, the network and the driver. */

const NAME = 'node@db.example.org:5432/almanac';
const OF = { name: NAME, address: `postgres://${NAME}` };

/** @returns code and sentence of the failure that an error becomes; `undefined` if it stays as it is. */
function said(error: Error): readonly [string, string] | undefined {
  const failure = asTeamFailure(error, OF);
  if (failure === error) return undefined;
  if (!(failure instanceof Failure)) throw new Error('It became something else.');
  expect(failure.cause).toBe(error);
  return [failure.code, failure.message];
}

const away = (why: string) =>
  [
    'team_unreachable',
    `The team's database ${NAME} did not answer (${why}). Check that it runs and that this machine may reach it, then try again.`,
  ] as const;

it.for([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ...['EAI_AGAIN', 'ENOENT', '57P01', '57P02', '57P03', '57P04', '57P05', '08000', '08006', '08P01'],
  ...['53300', '25006'],
])('the error %s means that the database may answer in a moment', (code) => {
  expect(said(coded(code))).toEqual(away(code));
});

it.for([
  'timeout expired',
  'Query read timeout',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
])('‘%s’ without a code is an error of the network, too', (message) => {
  expect(said(coded(undefined, message))).toEqual(away(message));
  // With a code it is an error of the database.
  expect(said(coded('22P02', message))).toBeUndefined();
});

const OTHER: readonly (readonly [code: string | undefined, sentence: string, message?: string])[] = [
  [
    '28P01',
    `The team's database ${NAME} refused the password. Put the right one into --team-password-file or ~/.pgpass.`,
  ],
  [
    undefined,
    `The team's database ${NAME} asks for a password, and none is given. Put it into --team-password-file or ~/.pgpass.`,
    'SASL: client password must be a string',
  ],
  [
    undefined,
    `The team's database ${NAME} has no TLS, and the address asks for it. Switch it on there, or leave sslmode out.`,
    'The server does not support SSL connections',
  ],
  ...['CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map(
    (code) =>
      [
        code,
        `The certificate of the team's database ${NAME} is not trusted here (${code}). Name the one of who signed it in the address: sslrootcert=FILE.`,
      ] as const,
  ),
  [
    '28000',
    `The team's database ${NAME} does not let this user in. Check the user of the address and the server's pg_hba.conf.`,
  ],
  [
    '42501',
    `The user of ${NAME} lacks a right there (permission denied for table run). Grant it, or use another user.`,
    'permission denied for table run',
  ],
  [
    '53100',
    `The disk of the team's database ${NAME} is full. Free some space there.`,
    'could not extend file',
  ],
];
it.for(OTHER)('%s is refused: %s', ([code, sentence, message]) => {
  expect(said(coded(code, message))).toEqual(['team_refused', sentence]);
});

it('a text with a NUL character is a fault of the file', () => {
  expect(said(coded('22021'))).toEqual([
    'invalid_file',
    'There is a NUL character in a text, which the team’s database does not store. Take it out of the file.',
  ]);
});

it('a missing database is named with the command that makes it', () => {
  const [kind, sentence] = said(coded('3D000')) ?? [];
  expect([kind, sentence]).toEqual([
    'team_refused',
    `There is no such database: ${NAME}. Correct the end of the address, or make it: createdb --maintenance-db='postgres://postgres@db.example.org:5432/postgres' --owner=node almanac`,
  ]);
});

it('any other error is a bug and stays as it is, and so does a failure', () => {
  for (const code of ['57014', '55P03', '53200', '23505', 'EACCES', undefined])
    expect(said(coded(code)), code).toBeUndefined();
  const failure = new Failure('wrong_usage', 'timeout');
  expect(asTeamFailure(failure, OF)).toBe(failure);
  expect(asTeamFailure('timeout', OF)).toBe('timeout');
});

it('only a transaction that conflicted with another one is run again, and only a locked row is waited for', () => {
  const codes = ['40001', '40P01', '55P03', '23505', undefined];
  expect(codes.map((code) => isWorthAnotherTry(coded(code)))).toEqual([true, true, false, false, false]);
  expect(codes.map((code) => isStillHeld(coded(code)))).toEqual([false, false, true, false, false]);
  expect([isWorthAnotherTry('40001'), isStillHeld({ code: '55P03' })]).toEqual([false, false]);
});

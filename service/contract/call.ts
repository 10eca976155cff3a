import { type Static, type TSchema, Type } from 'typebox';
import type { FailureCode } from './failure.ts';

/**
 * One line of a table of calls: something that one process can ask of another over `service/process/rpc.ts`.
 * `writes`: it changes the files of the data folder. This file is small because the keychain process loads it too.
 */
export type Call = { input: TSchema; output: TSchema; progress?: TSchema; writes?: true };

/** How a call fails. `at` is that of the Failure. 'bug': the log of the process that was asked says more. */
export const CallFailure = Type.Object({
  code: Type.Unsafe<FailureCode | 'bug'>(Type.String()),
  message: Type.String(),
  at: Type.Optional(
    Type.Unsafe<{ parameter?: string; file?: string; line?: number; column?: string }>(Type.Object({})),
  ),
});
export type CallFailure = Static<typeof CallFailure>;

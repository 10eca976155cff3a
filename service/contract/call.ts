import { type Static, type TSchema, Type } from 'typebox';
import type { FailureCode } from './failure.ts';

/**
 * One call that a process can make to another over `service/process/rpc.ts`: the schemas of its input, output and progress.
 * `writes`: it changes files in the data folder. This file is small because the keychain process loads it too.
 */
export type Call = { input: TSchema; output: TSchema; progress?: TSchema; writes?: true };

/** How a call fails. `at` is the same as in `Failure`. The code 'bug' means an unexpected error; the log of the called process says more. */
export const CallFailure = Type.Object({
  code: Type.Unsafe<FailureCode | 'bug'>(Type.String()),
  message: Type.String(),
  at: Type.Optional(
    Type.Unsafe<{ parameter?: string; file?: string; line?: number; column?: string }>(Type.Object({})),
  ),
});
export type CallFailure = Static<typeof CallFailure>;

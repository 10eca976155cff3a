import type { CallFailure } from '../../contract/call.ts';
import { Failure } from '../../contract/failure.ts';

/** @returns a failure as plain data: an Error keeps neither its class nor its fields when it goes to another thread or process. */
export function plainFailure({ code, message, at }: Failure): CallFailure {
  return { code, message, at };
}

/** @returns the failure that `plainFailure` made plain. */
export function failureOf({ code, message, at }: CallFailure): Error {
  return code === 'bug' ? new Error(message) : new Failure(code, message, at);
}

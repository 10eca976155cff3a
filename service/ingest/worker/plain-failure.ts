import type { ControlFailure } from '../../contract/control.ts';
import { Failure } from '../../contract/failure.ts';

/** @returns a failure as plain data: an Error keeps neither its class nor its fields when it goes to another thread or process. */
export function plainFailure({ code, message, at }: Failure): ControlFailure {
  return { code, message, at };
}

/** @returns the failure that `plainFailure` made plain. */
export function failureOf({ code, message, at }: ControlFailure): Error {
  return code === 'bug' ? new Error(message) : new Failure(code, message, at);
}

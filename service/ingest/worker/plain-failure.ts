import type { CallFailure } from '../../contract/call.ts';
import { Failure } from '../../contract/failure.ts';

/** @returns a failure as plain data, because an Error loses its class and fields on its way to another thread or process. */
export function plainFailure({ code, message, at }: Failure): CallFailure {
  return { code, message, at };
}

/** @returns the failure of such plain data. */
export function failureOf({ code, message, at }: CallFailure): Error {
  return code === 'bug' ? new Error(message) : new Failure(code, message, at);
}

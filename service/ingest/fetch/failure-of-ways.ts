import { dateText } from '../../calendar/dates.ts';
import { Failure, isAllowable } from '../../contract/failure.ts';
import { PublisherFailure } from '../../sources/ways.ts';
import type { RunResult } from '../../store/types.ts';

/** @returns why a way did not work, in a sentence without what is to be done about it. */
export function reasonOf(failure: Failure): string {
  return failure instanceof PublisherFailure ? `${failure.reason}.` : failure.message;
}

/**
 * Puts together why none of the ways to a dataset worked: each reason once, then what was stored before, then what to do.
 * @param failures one of each way, in order; at least one.
 * @param runs what the ways have stored before they broke off.
 */
export function failureOfWays(failures: readonly Failure[], runs: readonly RunResult[]): Failure {
  // What a person can allow is more than any other failure offers.
  const allowable = failures.find(({ code }) => isAllowable(code));
  const code = (allowable ?? failures.at(-1))?.code ?? 'publisher_unreachable';
  const advised = failures.findLast((failure) => failure instanceof PublisherFailure);
  const reasons = [...new Set(failures.map(reasonOf))];
  const days = runs.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last]));
  const range = days.length > 0 ? `${dateText(Math.min(...days))} to ${dateText(Math.max(...days))}` : '';
  const stored = range === '' ? '' : `What came before, ${range}, is stored`;
  const end = advised
    ? [`${stored === '' ? 'Nothing was changed' : stored}; ${advised.advice}`]
    : stored === ''
      ? []
      : [`${stored}.`];
  return new Failure(code, [...reasons, ...end].join(' '));
}

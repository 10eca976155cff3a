import { powerOfTen } from './exact-decimal.ts';
import type { Fraction } from './types.ts';

/**
 * Why a formula has no result on a date: a series has no value, a division by zero, a power without a real result or a number that is too
 * long, a logarithm of zero or less.
 */
export type Lack = 'missing' | 'zero' | 'power' | 'log';

/** Longer numerators and denominators are not calculated with, so that powers of powers cannot keep a program busy. */
export const MOST_DIGITS = 2000;
const TOO_LONG = powerOfTen(MOST_DIGITS);
/** Calculating with shorter numbers takes one unit of work. */
const SHORT = 1n << 256n;

/** The work that one chart's formulas may take, in units: the addition of two short numbers is one, a logarithm some 60. */
export const MOST_WORK = 8_000_000;
/** Other work has its turn after so much. */
const WORK_AT_ONCE = 25_000;

/** What is left of the work that formulas may take. One chart has one for all its formulas. */
export class FormulaWork {
  left: number;
  #pauseAt: number;

  constructor(most = MOST_WORK) {
    this.left = most;
    this.#pauseAt = most - WORK_AT_ONCE;
  }

  /** Counts work. @returns the number; 'power' where it has too many digits. */
  counted(value: Fraction | Lack, work = 1): Fraction | Lack {
    this.left -= work;
    if (typeof value === 'string') return value;
    const { d } = value;
    const n = value.n < 0n ? -value.n : value.n;
    if (n < SHORT && d < SHORT) return value;
    if (n >= TOO_LONG || d >= TOO_LONG) return 'power';
    // The time of a multiplication grows with the square of the length.
    const length = Math.max(n.toString(16).length, d.toString(16).length) / 64;
    this.left -= length ** 2;
    return value;
  }

  /** @returns whether much was done since this was last true. */
  isPauseDue(): boolean {
    if (this.left >= this.#pauseAt) return false;
    this.#pauseAt = this.left - WORK_AT_ONCE;
    return true;
  }
}

/** @returns what a calculation with pauses gives, without a pause. */
export function withoutPause<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

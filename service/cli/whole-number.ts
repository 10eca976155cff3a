import { Failure } from '../contract/failure.ts';

/**
 * @returns the number of an option, or `otherwise` where it was left out.
 * @throws Failure 'wrong_usage' for anything but a whole decimal number from `least` to `most`.
 */
export function wholeNumber(
  option: string,
  text: string | undefined,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  if (text === undefined) return otherwise;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Failure('wrong_usage', `${option} is a whole number from ${least} to ${most}, not '${text}'.`);
}

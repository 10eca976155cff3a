const NUMBER = /^(-?)(\d+)?(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
/** What Excel keeps of a number ("Excel specifications and limits", Microsoft: number precision 15 digits). */
const DIGITS = 15;
const LARGEST_EXPONENT = 30;
/** Programs write a double with at most 24 characters. */
const LONGEST = 40;

/**
 * Turns the text of a number in a workbook into plain decimal text, exactly and without a floating-point number:
 * `1.85531362E8` → `185531362`, `9.6e-05` → `0.000096`; a plain number stays as it is.
 *
 * Digits beyond the fifteenth are rounded away (half up): `65465.873227000001` → `65465.873227`. A workbook holds doubles, written with 17
 * digits so that they can be read back; Excel keeps and shows fifteen, and the rest is noise of binary sums. The shortest text that
 * reads back as the same double would not help: all 7,555 such numbers in the Census Bureau's file of 2023 are that text
 * already (`23420.618563000015`). Rounded to fifteen digits they have six decimals, as its other numbers have.
 * @returns `undefined` for text that is not a number, a number that no program writes (`007`, `-0`), or one above 10^30.
 */
export function workbookNumber(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    (text.length > LONGEST ? null : NUMBER.exec(text)) ?? [];
  if (whole === '' && fraction === '') return undefined;
  // No program writes `007`, and no publisher writes zero with a sign.
  if (/^0\d/.test(whole) || (sign !== '' && !/[1-9]/.test(whole + fraction))) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const isPlain = whole !== '' && !/e/i.test(text);
  if (isPlain && digits.length <= DIGITS) return text;
  if (digits === '') return '0';
  const power = Number(exponent);
  if (Math.abs(power) > LARGEST_EXPONENT) return undefined;
  /** The number is 0.DIGITS × 10^point. */
  let point = whole.length + power - (whole.length + fraction.length - digits.length);
  let kept = digits;
  if (digits.length > DIGITS) {
    const isUp = (digits[DIGITS] ?? '0') >= '5';
    kept = (BigInt(digits.slice(0, DIGITS)) + (isUp ? 1n : 0n)).toString();
    if (kept.length > DIGITS) point++;
  }
  kept = kept.replace(/0+$/, '');
  const left = point > 0 ? kept.slice(0, point).padEnd(point, '0') : '0';
  const right = point > 0 ? kept.slice(point) : `${'0'.repeat(-point)}${kept}`;
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

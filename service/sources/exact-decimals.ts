/** Sums of plain decimal text, exact: no floating-point number is used. */

/** @returns the sum, without zeros at the end of its fraction: `0.10` and `0.2` → `0.3`. */
export function addDecimals(a: string, b: string): string {
  const places = Math.max(fractionOf(a).length, fractionOf(b).length);
  const sum = scaled(a, places) + scaled(b, places);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** @returns a number below, at or above 0 where `a` is smaller than, as large as or larger than `b`. */
export function compareDecimals(a: string, b: string): number {
  const places = Math.max(fractionOf(a).length, fractionOf(b).length);
  const difference = scaled(a, places) - scaled(b, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function fractionOf(text: string): string {
  const at = text.indexOf('.');
  return at < 0 ? '' : text.slice(at + 1);
}

/** The number × 10^places. */
function scaled(text: string, places: number): bigint {
  const fraction = fractionOf(text);
  const whole = fraction === '' ? text : text.slice(0, text.length - fraction.length - 1);
  return BigInt(`${whole}${fraction.padEnd(places, '0')}`);
}

/** @returns `text` × 10^`power`, exactly; the power may be negative: `4558332`, -3 → `4558.332`. */
export function moveDecimalPoint(text: string, power: number): string {
  if (power === 0) return text;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = `${'0'.repeat(Math.max(-power, 0))}${whole}${fraction}${'0'.repeat(Math.max(power - fraction.length, 0))}`;
  const point = digits.length - Math.max(fraction.length - power, 0);
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = digits.slice(point).replace(/0+$/, '');
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

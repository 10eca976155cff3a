/** Value texts: plain decimal numbers, as the publisher wrote them. They are never converted to a floating-point number for display. */

/** No exponent, no separators, no spaces. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** @returns whether `text` can be a value: `36104343213.10`, `-0.5`, `207000`; not `1e3`, `1,000`, `.5` or an empty text. */
export function isValueText(text: string): boolean {
  return PLAIN_NUMBER.test(text);
}

/**
 * Groups the digits before the point by three: `36104343213.10` → `36,104,343,213.10`, `-1234` → `-1,234`.
 * @param text a value text, which may end with '…' where it was cut; any other text is returned unchanged.
 */
export function groupDigits(text: string): string {
  const found = /^(-?)(\d+)((?:\.\d+…?)?)$/.exec(text);
  if (!found) return text;
  return `${found[1]}${(found[2] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${found[3]}`;
}

/** @returns a value text with its unit, all digits kept: `$36,104,343,213.10`, `-$5.00`, `4.25 %`, `207,000 persons`. */
export function withUnit(value: string, unit: string): string {
  const grouped = groupDigits(value);
  if (unit === '$') return grouped.startsWith('-') ? `-$${grouped.slice(1)}` : `$${grouped}`;
  return unit === '' ? grouped : `${grouped} ${unit}`;
}

/** @returns a change with its sign: `+6,000`, `−0.02`, `±0`. */
export function signedText(change: string): string {
  if (change.startsWith('-')) return `−${groupDigits(change.slice(1))}`;
  return /[1-9]/.test(change) ? `+${groupDigits(change)}` : '±0';
}

/** Value text: a plain decimal number, as the publisher wrote it. It is never turned into a number to be shown. */

/** No exponent, no separators, no spaces. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** @returns whether `text` can be a value: `36104343213.10`, `-0.5`, `207000`; not `1e3`, `1,000`, `.5` or an empty text. */
export function isValueText(text: string): boolean {
  return PLAIN_NUMBER.test(text);
}

/**
 * Groups the digits before the point by three: `36104343213.10` → `36,104,343,213.10`, `-1234` → `-1,234`.
 * @param text a value text, which may be cut off with '…'; any other text comes back unchanged.
 */
export function groupDigits(text: string): string {
  const found = /^(-?)(\d+)((?:\.\d+…?)?)$/.exec(text);
  if (!found) return text;
  return `${found[1]}${(found[2] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${found[3]}`;
}

/** Arithmetic-free work on value text, so that a number is shown with the very digits that were published. */

/**
 * Groups the digits before the point by three: `36104343213.10` → `36,104,343,213.10`, `-1234` → `-1,234`.
 * @param text a value text (contract/values `isValueText`), which may be broken off with '…'; anything else comes back unchanged.
 */
export function groupDigits(text: string): string {
  const found = /^(-?)(\d+)((?:\.\d+…?)?)$/.exec(text);
  if (!found) return text;
  return `${found[1]}${(found[2] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${found[3]}`;
}

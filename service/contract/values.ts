/** A value on the wire: a plain decimal number, as the publisher wrote it. No exponent, no separators, no spaces. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** @returns whether `text` may stand as a value: `36104343213.10`, `-0.5`, `207000`; not `1e3`, `1,000`, `.5`, ``. */
export function isValueText(text: string): boolean {
  return PLAIN_NUMBER.test(text);
}

/** Value texts: plain decimal numbers, as the publisher wrote them. They are never converted to a floating-point number for display. */

/** No exponent, no separators, no spaces. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** @returns whether `text` can be a value: `36104343213.10`, `-0.5`, `207000`; not `1e3`, `1,000`, `.5` or an empty text. */
export function isValueText(text: string): boolean {
  return PLAIN_NUMBER.test(text);
}

/** Between thousands, and before decimals. The space is a narrow one that does not break. */
const NUMBER_STYLES = { comma: [',', '.'], space: ['\u202f', ','], point: ['.', ','] } as const;
export type NumberStyle = keyof typeof NUMBER_STYLES;
let chosen: NumberStyle = 'comma';

/**
 * Sets how numbers look on the screen. Only the page calls it: what service and commands write has commas and points, and what the page
 * copies or saves is made of value texts.
 */
export function showNumbersAs(style: NumberStyle): void {
  chosen = style;
}

/** @returns numbers that are written as `1,234.5`, alone or in a text, as the screen shows numbers. */
export function inNumberStyle(text: string): string {
  if (chosen === 'comma') return text;
  const [group, point] = NUMBER_STYLES[chosen];
  return text.replaceAll(/(?<=\d)[.,](?=\d)/g, (mark) => (mark === ',' ? group : point));
}

/**
 * Groups the digits before the point by three, as the screen shows numbers: `36104343213.10` → `36,104,343,213.10`, `-1234` → `-1,234`.
 * @param text a value text, which may end with '…' where it was cut; any other text is returned unchanged.
 */
export function groupDigits(text: string): string {
  const found = /^(-?)(\d+)((?:\.\d+…?)?)$/.exec(text);
  if (!found) return text;
  return inNumberStyle(`${found[1]}${(found[2] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${found[3]}`);
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

import { inDateStyle, showDatesAs } from '../calendar/dates.ts';

/** Value texts: plain decimals as the publisher wrote them, never converted to floating point for display. */

/** No exponent, no separators, no spaces. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** @returns whether `text` is a value: `36104343213.10`, `-0.5`, `207000`; not `1e3`, `1,000`, `.5` or ''. */
export function isValueText(text: string): boolean {
  return PLAIN_NUMBER.test(text);
}

/** The separators of thousands and of decimals. The space is narrow and does not break. */
const NUMBER_STYLES = { comma: [',', '.'], space: ['\u202f', ','], point: ['.', ','] } as const;
export type NumberStyle = keyof typeof NUMBER_STYLES;
/** 'plain' is the service's style: as 'comma', with the hyphen that programs read as a minus. */
let chosen: NumberStyle | 'plain' = 'plain';

/** Sets the screen's number style and returns the previous one. Only the page calls it; see `plainly`. */
export function showNumbersAs(style: NumberStyle | 'plain'): NumberStyle | 'plain' {
  const before = chosen;
  chosen = style;
  return before;
}

/** A number in a text, not part of a name such as H.4.1, 1.5M or 3.12.1. */
const WRITTEN_NUMBER = /(?<![\w.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?!\w|[.,]\d)/g;

/** A hyphen that is the sign of a number, not part of a name, a date or a range. */
const MINUS = /(?<=^|[\s(])-(?=\$?\d)/g;

/** @returns a text with its numbers, written as `-1,234.5`, in the screen's style and with a true minus. */
export function inNumberStyle(text: string): string {
  if (chosen === 'plain') return text;
  const shown = text.replaceAll(MINUS, '−');
  if (chosen === 'comma') return shown;
  const [group, point] = NUMBER_STYLES[chosen];
  return shown.replaceAll(WRITTEN_NUMBER, (number) =>
    number.replaceAll(/[.,]/g, (mark) => (mark === ',' ? group : point)),
  );
}

/** @returns a text with its plain numbers and dates in the screen's style. Apply it only once to a text. */
export function asShown(text: string): string {
  return inDateStyle(inNumberStyle(text));
}

/**
 * Runs `write` with numbers as `-1,234.5` and dates as `2025-03-07`, for copies and files. `write` must not
 * be asynchronous: after an `await`, the screen's style is back.
 */
export function plainly<Text>(write: () => Text): Text {
  const numbers = showNumbersAs('plain');
  const dates = showDatesAs('iso');
  try {
    return write();
  } finally {
    showNumbersAs(numbers);
    showDatesAs(dates);
  }
}

/** @returns a text to copy: written `plainly`, with the hyphen that programs read as a minus. */
export function copied(write: () => string): string {
  return plainly(write).replaceAll(/(?<=^|[\s(])−(?=\$?\d)/g, '-');
}

/** Groups a value text's digits in the screen's style: `43213.10…` → `43,213.10…`. Other texts stay. */
export function groupDigits(text: string): string {
  const found = /^(-?)(\d+)((?:\.\d+…?)?)$/.exec(text);
  if (!found) return text;
  return inNumberStyle(`${found[1]}${(found[2] ?? '').replace(/\B(?=(\d{3})+$)/g, ',')}${found[3]}`);
}

/** @returns `1 row`, `3,765 rows`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(String(count))} ${count === 1 ? one : many}`;
}

/** @returns a value text with its unit, all digits kept: `−$5.00`, `4.25 %`, `207,000 persons`. */
export function withUnit(value: string, unit: string): string {
  const grouped = groupDigits(value);
  if (unit === '$') return grouped.replace(/^[-−]?/, (minus) => `${minus}$`);
  return unit === '' ? grouped : `${grouped} ${unit}`;
}

/** @returns a change with its sign: `+6,000`, `−0.02`, `±0`. */
export function signedText(change: string): string {
  if (change.startsWith('-')) return `−${groupDigits(change.slice(1))}`;
  return /[1-9]/.test(change) ? `+${groupDigits(change)}` : '±0';
}

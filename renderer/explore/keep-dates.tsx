import type { ReactNode } from 'react';

/** @returns a text whose dates and spans of years are never broken over two lines. */
export function keepDates(text: string): ReactNode {
  return splitDates(text).map((part, i) =>
    // Every other part is a date; the parts of a text do not move.
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={i} className="one-line">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** @returns what stands between dates and the dates, in turn: ['since ', '2012-10-30', '']. */
export function splitDates(text: string): string[] {
  return text.split(/(\b\d{4}-\d{2}(?:-\d{2})?\b|\b\d{4}[–-]\d{4}\b)/);
}

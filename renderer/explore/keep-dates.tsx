import type { ReactNode } from 'react';

/** @returns the text with its dates and spans of years (2010–2020) protected against line breaks. */
export function keepDates(text: string): ReactNode {
  return splitDates(text).map((part, i) =>
    // Every second part is a date. The order of the parts never changes.
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

/** @returns the text split so that every second part is a date: ['since ', '2012-10-30', '']. */
export function splitDates(text: string): string[] {
  return text.split(/(\b\d{4}-\d{2}(?:-\d{2})?\b|\b\d{4}[–-]\d{4}\b)/);
}

import { useCallback } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { seriesColour } from '../chart/index.ts';
import { COMPARED_DASHES, comparedColour } from './curve-plot.tsx';
import { comparedDay, dateOf } from './curves.ts';
import { useFollow } from './scrub.ts';
import type { Shown } from './shown.ts';

/** What the lines are, with their dates, which follow the scrub. */
export function CurveLegend({ of }: { of: Shown }) {
  const { curves, scrub, compared, band, scheme } = of;
  const draw = useCallback(
    (box: HTMLDivElement, row: number) => {
      for (const element of box.querySelectorAll<HTMLElement>('[data-date-of]')) {
        const word = element.dataset.dateOf ?? '';
        const at = word === '' ? row : comparedDay(curves, row, word).row;
        element.textContent = at === undefined ? 'no curve' : shownDate(dateOf(curves, at));
      }
    },
    [curves],
  );
  const box = useFollow(scrub, draw);
  return (
    <div
      ref={box}
      className="row wrap fine"
      style={{ gap: '2px 1rem', minHeight: '1.5rem', paddingLeft: '2.5rem' }}
    >
      <span className="row gap-6">
        <svg width={22} height={10} aria-hidden="true">
          <path d="M1 5H21" stroke={seriesColour(0, scheme)} strokeWidth={2.5} />
          <circle cx={11} cy={5} r={3.5} fill={seriesColour(0, scheme)} />
        </svg>
        <b className="strong" data-date-of="" />
      </span>
      {compared.map(({ word }, i) => (
        // A new element for each: its text is written from outside.
        <span key={word} className="row gap-6">
          <svg width={22} height={10} aria-hidden="true">
            <path
              d="M1 5H21"
              stroke={comparedColour(i, scheme)}
              strokeWidth={2}
              strokeDasharray={COMPARED_DASHES[i]}
            />
          </svg>
          {word.length <= 4 && <span className="medium">{word}</span>}
          <span className="quiet" data-date-of={word} />
        </span>
      ))}
      {band && (
        <span className="row gap-6 quiet">
          <svg width={18} height={10} aria-hidden="true">
            <rect width={18} height={10} rx={2} fill="currentColor" fillOpacity={0.22} />
          </svg>
          {band.name}, {years(band)}
        </span>
      )}
    </div>
  );
}

/** '1990–2026' */
function years({ from, to }: { from: string; to: string }): string {
  return [...new Set([from.slice(0, 4), to.slice(0, 4)])].join('–');
}

import { Box, UnstyledButton } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { shortValue } from '../../service/series-math/short-value.ts';
import { unitsWords } from '../../service/series-math/units.ts';
import { type Line, type LineId, slotLetter } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { type ChartSeries, SeriesSwatch, type SharedDay } from '../chart/index.ts';
import { NO_VALUE } from '../frame/index.ts';
import { legendValues } from '../legend/index.ts';
import styles from './board.module.css';

/**
 * The lines of a tile with their newest values, or those at the crosshair. The crosshair moves without rendering: values and dates are
 * written into the elements. A press on a value explains it in Explore.
 */
export function TileLegend(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  shared: SharedDay;
  onExplain: (date: string, line: LineId) => void;
}) {
  const { view, lines, series, shared } = props;
  const shown = useMemo(() => lines.filter(({ hidden }) => !hidden), [lines]);
  const newest = useMemo(() => legendValues(lines, series, undefined), [lines, series]);
  const follow = useCallback(
    (element: HTMLElement | null) =>
      element
        ? shared.follow((day) => {
            const now = day === undefined ? newest : legendValues(lines, series, day);
            let before = '';
            for (const [at, line] of shown.entries()) {
              const value = now.values.get(line.id);
              const place = element.children[at];
              const [number, date] = place?.querySelectorAll<HTMLElement>('[data-follows]') ?? [];
              const text = value ? shortValue(value.text, line.unit) : NO_VALUE;
              if (number && number.textContent !== text) number.textContent = text;
              const of = value ? now.dateOf(line, value) || now.head : '';
              // Said once for neighbours of the same day.
              const said = of === before ? '' : of;
              if (date && date.textContent !== said) date.textContent = said;
              before = of;
            }
          })
        : undefined,
    [shared, lines, series, shown, newest],
  );
  const explain = (line: Line) => {
    const values = legendValues(lines, series, shared.day()).values;
    const value = values.get(line.id) ?? newest.values.get(line.id);
    if (value) props.onExplain(dateText(value.day), line.id);
  };
  return (
    <ul ref={follow} className={`list fixed ${styles.legend}`} aria-label="Lines">
      {shown.map((line) => (
        <li key={line.id} className="row gap-4 shrink fine">
          <SeriesSwatch slot={line.slot} width={16} type={line.style.type ?? view.type} />
          {shown.length > 1 && <span className="quiet small mono">{slotLetter(line.slot)}</span>}
          <span className="cut one-line" title={line.title}>
            {line.title}
            {line.units !== 'lin' && <span className="accent"> {unitsWords(line.units).short}</span>}
          </span>
          <UnstyledButton
            className="rounded hovers strong one-line fine"
            px={3}
            title="Explain this number in Explore"
            data-follows
            onClick={() => explain(line)}
          />
          <Box component="span" className="quiet small one-line" data-follows />
        </li>
      ))}
    </ul>
  );
}

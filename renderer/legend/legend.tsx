import { Box, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { seriesId } from '../../service/datasets/series-choice.ts';
import type { Line } from '../../service/view/index.ts';
import { usePreference } from '../api/index.ts';
import { type ChartSeries, planAxes } from '../chart/index.ts';
import { type LineId, moveLine, removeLine, repeatLine, toggleHidden, type View } from '../view/index.ts';
import { FormulaButton } from './formula-button.tsx';
import styles from './legend.module.css';
import { LegendRow } from './legend-row.tsx';
import { legendValues, longestValue, whyEmpty } from './legend-values.ts';
import { onlyThis } from './only-this.ts';

/** Of more than `many` lines the legend shows the first `few`, until it is asked for the others. */
const MOST = { many: 5, few: 4 };

/**
 * The chart's legend, which stands in the plot: a row for each line, in order, with its value at the crosshair or else its newest.
 * A press on a row's name hides and shows the line. Rows can be moved by dragging, in their menus, or with Alt and the arrow keys:
 * series among series, and formulas, which come last, among formulas.
 */
export function Legend(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  /** The day of the crosshair. */
  cursorDay: number | undefined;
  onChange: (view: View) => void;
  /** Called to explain a value. @param date `YYYY-MM-DD` */
  onExplain: (line: LineId, date: string) => void;
}) {
  const { view, lines, series, onChange } = props;
  const [isFolded, setFolded] = usePreference('legend_folded');
  const [showsAll, setShowsAll] = useState(false);
  const [dragged, setDragged] = useState<LineId | undefined>();
  const [over, setOver] = useState<LineId | undefined>();
  const longest = useMemo(() => longestValue(lines), [lines]);
  const plan = useMemo(() => planAxes(series), [series]);
  const shown = legendValues(lines, series, props.cursorDay);
  const isLong = lines.length > MOST.many;
  const listed = isLong && !showsAll ? lines.slice(0, MOST.few) : lines;
  const hasSides = plan.left.length > 0 && plan.right.length > 0;
  const sideOf = (id: LineId) => {
    const isOn = (side: readonly ChartSeries[]) => side.some(({ column }) => column.id === id);
    if (isOn(series.filter((one) => one.hasNoData && !one.hidden))) return 'no data';
    if (isOn(plan.undrawn)) return 'not drawn';
    return hasSides ? (isOn(plan.left) ? 'left' : isOn(plan.right) ? 'right' : '') : '';
  };
  const drop = (place: number) => {
    if (dragged !== undefined) onChange(moveLine(view, dragged, place));
    setDragged(undefined);
    setOver(undefined);
  };
  // Of lines that are not loaded it is not known whether they have values.
  const isLoaded = lines.every(({ column }) => column.rest === undefined);
  const headWords =
    isFolded || (shown.head === '' && !isLoaded)
      ? `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`
      : shown.head || 'No values';
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <Box className={`rounded scrolls low ${styles.legend}`} data-legend>
      <div className="row gap-2">
        <UnstyledButton
          className="rounded hovers row gap-4 fine strong one-line"
          miw="6.25rem"
          p="0 6px 0 2px"
          aria-expanded={!isFolded}
          aria-label={`${headWords}: ${isFolded ? 'unfold' : 'fold'} the legend`}
          onClick={() => setFolded(!isFolded)}
        >
          <Chevron size={14} stroke={1.8} aria-hidden />
          {headWords}
        </UnstyledButton>
        {!isFolded && <FormulaButton view={view} onChange={onChange} />}
      </div>
      {!isFolded && (
        <ul className={`list ${styles.rows}`} aria-label="Shown series">
          {listed.map((line, place) => (
            <li
              // An edited formula is the same line: it keeps its slot.
              key={line.slot}
              className={`rounded ${styles.row}`}
              data-over={(over === line.id && dragged !== line.id) || undefined}
              data-failed={whyEmpty(line) !== undefined || undefined}
              draggable
              onDragStart={() => setDragged(line.id)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                setOver(line.id);
              }}
              onDragLeave={() => setOver(undefined)}
              onDrop={() => drop(place)}
            >
              <LegendRow
                view={view}
                line={line}
                lines={lines}
                shown={shown}
                side={sideOf(line.id)}
                longest={longest}
                place={place}
                first={line.choice ? 0 : view.series.length}
                last={(line.choice ? view.series.length : lines.length) - 1}
                onChange={onChange}
                onToggle={() => onChange(toggleHidden(view, line.id))}
                onOnly={() => onChange(onlyThis(view, lines, line.id))}
                onMove={(to) => onChange(moveLine(view, line.id, to))}
                onRepeat={() => onChange(repeatLine(view, line.id))}
                onRemove={() => onChange(removeLine(view, line.id))}
                onDetails={() =>
                  onChange({ ...view, details: line.choice && seriesId(line.choice), explained: undefined })
                }
                onExplain={(date) => props.onExplain(line.id, date)}
              />
            </li>
          ))}
        </ul>
      )}
      {isLong && !isFolded && (
        <Box
          component="button"
          type="button"
          className="rounded plain hovers fine quiet"
          px={6}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Fewer' : `+${lines.length - MOST.few} more`}
        </Box>
      )}
    </Box>
  );
}

import { ActionIcon, Box, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMathFunction } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type Line, sharedNames } from '../../service/view/index.ts';
import { type LineId, MOST_SERIES, type View } from '../../service/view/types.ts';
import { type ChartSeries, planAxes } from '../chart/index.ts';
import { FoldedRow } from '../frame/index.ts';
import { addFormula, lineCount, moveLine } from '../view/index.ts';
import { FormulaForm } from './formula-form.tsx';
import styles from './legend.module.css';
import { LegendRow } from './legend-row.tsx';
import { dateLength, legendValues, whyEmpty } from './legend-values.ts';

/** One row above the plot: each line with its value. Lines move by drag, menu or Alt with arrows. */
export function Legend(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  cursorDay: number | undefined;
  onChange: (view: View) => void;
  /** Called to explain a value. @param date `YYYY-MM-DD` */
  onExplain: (line: LineId, date: string) => void;
}) {
  const { view, lines, series, onChange } = props;
  const [dragged, setDragged] = useState<LineId | undefined>();
  const [over, setOver] = useState<LineId | undefined>();
  const newest = useMemo(() => legendValues(lines, series, undefined), [lines, series]);
  const plan = planAxes(series);
  const shown = props.cursorDay === undefined ? newest : legendValues(lines, series, props.cursorDay);
  // A generated heading contains the words that all names share; a user's own heading may not.
  const names = view.heading.title === undefined ? sharedNames(view.series) : undefined;
  const ownName = (slot: number) =>
    names?.shared ? names.own[view.series.findIndex((one) => one.slot === slot)] : undefined;
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
  // Until a line is loaded, nobody knows whether it has values.
  const isLoaded = lines.every(({ column }) => column.rest === undefined);
  return (
    <Box className={`flex fixed gap-8 ${styles.legend}`} px={10} py={1} fz="0.75rem" data-legend>
      {/* Keeps one width for all days, so that nothing moves while the date follows the crosshair. */}
      <Box component="span" className="fixed fine quiet one-line" miw="10ch" lh="24px">
        {shown.head || (isLoaded ? 'No values' : 'Loading…')}
      </Box>
      <FoldedRow label="Shown series" what="lines">
        {lines.map((line, place) => (
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
              ownName={ownName(line.slot)}
              dateLength={dateLength(line, lines, newest)}
              place={place}
              onChange={onChange}
              onExplain={(date) => props.onExplain(line.id, date)}
            />
          </li>
        ))}
      </FoldedRow>
      <FormulaButton view={view} onChange={onChange} />
    </Box>
  );
}

function FormulaButton({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={24}
          aria-label="Formula"
          title="Add a formula of these lines"
          disabled={view.series.length === 0 || lineCount(view) >= MOST_SERIES}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <IconMathFunction size={15} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="New formula">
        <FormulaForm
          view={view}
          onTake={(text) => {
            close();
            onChange(addFormula(view, text));
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

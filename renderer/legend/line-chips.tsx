import { useState } from 'react';
import type { Line } from '../../service/view/index.ts';
import {
  type LineId,
  moveLine,
  removeFormula,
  removeSeries,
  toggleHidden,
  type View,
} from '../view/index.ts';
import styles from './legend.module.css';
import { LineChip } from './line-chip.tsx';

/**
 * The chart's legend: a chip for each line, in order. A chip hides and shows its line. It can be moved by dragging, in its menu, or with
 * Alt and the arrow keys: series among series, and formulas, which come last, among formulas.
 */
export function LineChips(props: { view: View; lines: readonly Line[]; onChange: (view: View) => void }) {
  const { view, lines, onChange } = props;
  const [dragged, setDragged] = useState<LineId | undefined>();
  const [over, setOver] = useState<LineId | undefined>();
  const drop = (place: number) => {
    if (dragged !== undefined) onChange(moveLine(view, dragged, place));
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <ul className="flex wrap gap-6 list" aria-label="Shown series">
      {lines.map((line, place) => (
        <li
          // An edited formula is the same line: it keeps its slot.
          key={line.slot}
          className={`framed flex ${styles.chip}`}
          data-over={(over === line.id && dragged !== line.id) || undefined}
          data-failed={
            (line.formula !== undefined && line.column.days.length === 0 && line.notes.length > 0) ||
            undefined
          }
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
          <LineChip
            view={view}
            line={line}
            place={place}
            first={line.choice ? 0 : view.series.length}
            last={(line.choice ? view.series.length : lines.length) - 1}
            onChange={onChange}
            onToggle={() => onChange(toggleHidden(view, line.id))}
            onMove={(to) => onChange(moveLine(view, line.id, to))}
            onRemove={() =>
              onChange(
                line.formula === undefined ? removeSeries(view, line.id) : removeFormula(view, line.formula),
              )
            }
            onDetails={() => onChange({ ...view, details: line.id, explained: undefined })}
          />
        </li>
      ))}
    </ul>
  );
}

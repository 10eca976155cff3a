import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { StateCode } from '../../service/datasets/states.ts';
import { AREAS, sumOfRow } from '../../service/series-math/areas/area-table.ts';
import { MEASURES, type MeasureId, measureAreas } from '../../service/series-math/areas/measures.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { scaledText } from '../../service/series-math/matrix.ts';
import { Columns } from '../frame/index.ts';
import { type MapState, NATION } from './map-state.ts';
import type { ShownMap } from './shown-map.ts';
import styles from './states.module.css';
import { areaName, cellText, MEASURE_WORDS, orderAreas } from './words.ts';

/** The menu's order, but claims first. */
const COLUMNS: readonly MeasureId[] = ['persons', ...MEASURES.filter((id) => id !== 'persons')];

/** All measures of a week as a table: one row per area, in the rank's order. Arrows move between numbers. */
export function AreaRows({ shown, labelledBy }: { shown: ShownMap; labelledBy: string }) {
  const { data, measured, row, change } = shown;
  const { sort } = shown.state;
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = useMemo(() => COLUMNS.flatMap((id) => measureAreas(id, data) ?? []), [data]);
  const order = useMemo(() => {
    const found = orderAreas(measured, row, sort);
    return [...new Set([...found, ...AREAS.keys()])];
  }, [measured, row, sort]);
  const { sum, count } = sumOfRow(data.claims, row);
  return (
    <div className={`scrolls slides fill low ${styles.rows}`}>
      <table
        className="data-table"
        style={{ minWidth: `${12 + columns.length * 5.75}rem` }}
        aria-labelledby={labelledBy}
      >
        <Columns widths={['12rem', ...columns.map(() => undefined)]} />
        <thead>
          <tr>
            <th scope="col">Area</th>
            {columns.map(({ id }) => (
              <th key={id} scope="col" className="to-right" aria-sort={ariaSort(id === measured.id, sort)}>
                {MEASURE_WORDS[id].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={(event) => moveFocus(event, body.current)}>
          {order.map((area, i) => (
            <tr key={area}>
              <th scope="row">
                {areaName(area)} <span className="quiet">{AREAS[area]}</span>
              </th>
              {columns.map((column, k) => (
                <td key={column.id} className="to-right">
                  <button
                    type="button"
                    className={`plain rounded hovers to-right ${styles.number}`}
                    // *Find an area* moves the focus to the first number of the area's row.
                    data-area={k === 0 ? AREAS[area] : undefined}
                    tabIndex={i === 0 && k === 0 ? 0 : -1}
                    onClick={() =>
                      change({ explain: { area: AREAS[area] as StateCode, measure: column.id } })
                    }
                  >
                    {cellText(column, data.claims, area, row)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{count === AREAS.length ? 'Nation' : `${count} areas so far`}</th>
            <td className="to-right">
              <button
                type="button"
                className={`plain rounded hovers to-right strong ${styles.number}`}
                tabIndex={-1}
                onClick={() => change({ explain: { area: NATION, measure: 'persons' } })}
              >
                {groupDigits(scaledText(data.claims, sum))}
              </button>
            </td>
            <td colSpan={columns.length - 1} />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function ariaSort(isSorted: boolean, sort: MapState['sort']): 'descending' | 'ascending' | undefined {
  if (!isSorted || sort === 'name') return undefined;
  return sort === 'high' ? 'descending' : 'ascending';
}

/** Moves the focus between the numbers with arrow keys; all numbers together are one tab stop. */
function moveFocus(event: KeyboardEvent, body: HTMLTableSectionElement | null): void {
  const cell = (event.target as Element).closest('td');
  const line = cell?.closest('tr');
  if (!cell || !line || !body) return;
  const [rows, at] = [[...body.rows], cell.cellIndex];
  const place = rows.indexOf(line);
  const target = {
    ArrowLeft: line.cells[at - 1],
    ArrowRight: line.cells[at + 1],
    ArrowUp: rows[place - 1]?.cells[at],
    ArrowDown: rows[place + 1]?.cells[at],
    Home: rows[0]?.cells[at],
    End: rows.at(-1)?.cells[at],
  }[event.key];
  const next = target?.querySelector<HTMLElement>('button');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

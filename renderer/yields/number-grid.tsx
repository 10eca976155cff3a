import { type KeyboardEvent, type ReactNode, useState } from 'react';
import styles from './yields.module.css';

/** A number of a grid. `explain` is its word in the address; without one there is nothing to explain. */
export type GridCell = { text: string; explain?: string; title?: string };
export type GridLine = {
  key: string;
  /** The name of the line, at its beginning. */
  head: ReactNode;
  cells: readonly GridCell[];
  isMarked?: boolean;
  isStrong?: boolean;
};

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The least width of a column of numbers, in rem. */
const COLUMN = 2.125;

/** Numbers in lines and columns: one tab stop, arrows go from one to the next, Enter or a click explains it. */
export function NumberGrid(props: {
  label: string;
  columns: readonly { key: string; title: ReactNode }[];
  /** Above the names of the lines. */
  corner: { title: string; width: string };
  lines: readonly GridLine[];
  explained: string | undefined;
  onExplain: (word: string) => void;
}) {
  const { columns, lines, explained } = props;
  const [at, setAt] = useState<readonly [line: number, column: number]>([0, 0]);
  const here = [Math.min(at[0], lines.length - 1), Math.min(at[1], columns.length - 1)] as const;
  // In a narrow panel it slides.
  const minWidth = `calc(${props.corner.width} + ${columns.length * COLUMN}rem)`;
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key];
    const isCell = event.target instanceof HTMLElement && event.target.dataset.cell !== undefined;
    if (step === undefined || !isCell) return;
    event.preventDefault();
    const line = Math.max(0, Math.min(lines.length - 1, here[0] + step[0]));
    const column = Math.max(0, Math.min(columns.length - 1, here[1] + step[1]));
    setAt([line, column]);
    event.currentTarget.querySelector<HTMLElement>(`[data-cell="${line},${column}"]`)?.focus();
  };
  return (
    <table
      className={`full-width ${styles.grid}`}
      style={{ minWidth }}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are reached by arrows is a grid
      role="grid"
      aria-label={props.label}
      onKeyDown={onKeyDown}
    >
      <thead className="quiet fine firm">
        <tr>
          <th scope="col" style={{ width: props.corner.width }}>
            {props.corner.title}
          </th>
          {columns.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => (
          <tr
            key={line.key}
            data-marked={line.isMarked || undefined}
            className={line.isStrong ? 'strong' : ''}
          >
            <th scope="row">{line.head}</th>
            {line.cells.map(({ text, explain, title }, j) => (
              <td key={columns[j]?.key}>
                <button
                  type="button"
                  className="plain hovers presses rounded full-width to-right"
                  data-cell={`${i},${j}`}
                  tabIndex={here[0] === i && here[1] === j ? 0 : -1}
                  title={title}
                  aria-pressed={explain !== undefined && explain === explained}
                  aria-disabled={explain === undefined || undefined}
                  onFocus={() => setAt([i, j])}
                  onClick={() => explain !== undefined && props.onExplain(explain)}
                >
                  {text}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

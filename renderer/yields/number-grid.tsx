import { ActionIcon, Menu, SegmentedControl, Skeleton, Tooltip } from '@mantine/core';
import { IconChartLine, IconChevronLeft, IconChevronRight, IconHistory, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { MONTH_NAMES, shownDate, shownDay } from '../../service/calendar/dates.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import {
  CHANGE_SPANS,
  changeBetweenRows,
  referenceRow,
  tenorState,
  wantedDay,
} from '../../service/series-math/curve.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import { NO_VALUE, useExplore } from '../frame/index.ts';
import { dateOf, type TenorColumn } from './curves.ts';
import { monthRows, movedMonth, type Shown } from './shown.ts';
import styles from './yields.module.css';

/** A number of a grid. `explain` is its word in the address; absent if there is nothing to explain. */
type GridCell = { text: string; explain?: string; title?: string };
type GridLine = {
  key: string;
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

/** Least width of a column of numbers, in rem. */
const COLUMN = 2.125;

/** A grid of numbers with one tab stop: arrows move between numbers, Enter or a click explains one. */
export function NumberGrid(props: {
  label: string;
  columns: readonly { key: string; title: ReactNode }[];
  corner: { title: string; width: string };
  lines: readonly GridLine[];
  explained: string | undefined;
  onExplain: (word: string) => void;
}) {
  const { columns, lines, explained } = props;
  const [at, setAt] = useState<readonly [line: number, column: number]>([0, 0]);
  const here = [Math.min(at[0], lines.length - 1), Math.min(at[1], columns.length - 1)] as const;
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
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys make this table a grid
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

/** Yields of each tenor with their changes in basis points, or with the compared days and the band. */
export function ChangeTable({ shown }: { shown: Shown }) {
  const { curves, row, state, explain } = shown;
  const [what, setWhat] = useState<'change' | 'values'>('change');
  const columns = what === 'change' ? changeColumns(shown) : valueColumns(shown);
  return (
    <>
      <div className="row spread gap-8">
        <SegmentedControl
          aria-label="What the table shows"
          withItemsBorders={false}
          value={what}
          onChange={(value) => setWhat(value === 'values' ? 'values' : 'change')}
          data={[
            { value: 'change', label: 'Changes, bp' },
            { value: 'values', label: 'Yields, %' },
          ]}
        />
        <span className="quiet fine">{shownDate(dateOf(curves, row))}</span>
      </div>
      <div className="slides">
        <NumberGrid
          label={`Yields of ${shownDate(dateOf(curves, row))} and ${what === 'change' ? 'their changes in basis points' : 'those compared, in percent'}`}
          corner={{ title: 'Tenor', width: '2.5rem' }}
          columns={columns}
          lines={curves.columns.map((column) => ({
            key: column.code,
            head: <TenorMenu shown={shown} column={column} />,
            cells: columns.map(({ cell }) => cell(column)),
          }))}
          explained={state.explain}
          onExplain={explain}
        />
      </div>
    </>
  );
}

type ChangeColumn = { key: string; title: string; cell: (column: TenorColumn) => GridCell };

function valueColumn(shown: Shown, title: string, key: string, at: number | undefined): ChangeColumn {
  const { curves, row } = shown;
  const cell = (column: TenorColumn): GridCell => {
    if (at === undefined) return { text: NO_VALUE };
    const text = column.texts[at];
    if (text !== undefined)
      return {
        text: groupDigits(text),
        explain: `${column.code}${at === row ? '' : `.on.${dateOf(curves, at)}`}`,
      };
    const isUnpublished = tenorState(curves, column, at, column.start) === 'unpublished';
    const when = isUnpublished ? `before ${shownDay(column.start)}` : `on ${shownDate(dateOf(curves, at))}`;
    return { text: NO_VALUE, title: `Not published ${when}` };
  };
  return { key, title, cell };
}

function changeColumns(shown: Shown): ChangeColumn[] {
  const { curves, row, isWhole } = shown;
  return [
    valueColumn(shown, '%', '%', row),
    ...CHANGE_SPANS.map((span) => ({
      key: span,
      title: span,
      cell: (column: TenorColumn) => {
        if (!isWhole) return { text: '…' };
        const wanted = wantedDay(curves.days[row] as number, span);
        const from = referenceRow(curves, column, wanted);
        const change = changeBetweenRows(curves, column, from, row);
        if (change === undefined)
          return { text: NO_VALUE, title: `No value of ${shownDay(wanted)} or the week before` };
        return {
          text: signedText(change),
          explain: `${column.code}.${span}`,
          title: `From ${shownDate(dateOf(curves, from as number))}`,
        };
      },
    })),
  ];
}

function valueColumns(shown: Shown): ChangeColumn[] {
  const { curves, row, compared, band } = shown;
  const end = (which: 'low' | 'high', title: string): ChangeColumn => ({
    key: which,
    title,
    cell: (column) => {
      const at = band?.rows[curves.columns.indexOf(column)]?.[which];
      return at === undefined
        ? { text: NO_VALUE }
        : { text: groupDigits(column.texts[at] as string), explain: `${column.code}.${which}` };
    },
  });
  const isTenth = shown.state.band === '10-90';
  return [
    valueColumn(shown, 'day', 'day', row),
    ...compared.map(({ word, row: at }) =>
      valueColumn(shown, word.length > 4 ? word.slice(2) : word, word, at),
    ),
    ...(band ? [end('low', isTenth ? '10th' : 'min'), end('high', isTenth ? '90th' : 'max')] : []),
  ];
}

function TenorMenu({ shown, column }: { shown: Shown; column: TenorColumn }) {
  const explore = useExplore(shown.state.asOf);
  const series = [{ dataset: YIELDS.id, code: column.code, area: '' }];
  return (
    <Menu width={230} position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className="plain hovers rounded one-line"
          aria-label={`${column.label}: ${column.title}, more`}
        >
          {column.label}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{column.title}</Menu.Label>
        <Menu.Item
          leftSection={<IconHistory size={16} stroke={1.6} />}
          onClick={() => shown.change({ view: 'history', tenor: column.code })}
        >
          Over time
        </Menu.Item>
        <Menu.Item
          leftSection={<IconChartLine size={16} stroke={1.6} />}
          onClick={() => explore.open(series)}
        >
          Open in Explore
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlus size={16} stroke={1.6} />}
          disabled={!explore.hasRoom(series)}
          onClick={() => explore.add(series)}
        >
          {explore.hasRoom(series) ? 'Add to chart' : 'Add to chart: it has eight lines'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The days of a month with all tenors, as the Treasury publishes them, and their change over the month. */
export function MonthTable({ shown }: { shown: Shown }) {
  const { curves, row, state, change, explain } = shown;
  // Until all days are loaded, the other days of the month are unknown.
  if (!shown.isWhole) return <Skeleton height="100%" role="img" aria-label="Loading the month" />;
  const { month, rows, before } = monthRows(shown);
  const first = dateOf(curves, 0).slice(0, 7);
  const newest = dateOf(curves, curves.days.length - 1).slice(0, 7);
  const go = (by: number) => change({ month: movedMonth(curves, month, by) });
  const title = `${MONTH_NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;
  const last = rows.at(-1);
  const lines: GridLine[] = rows.map((at) => ({
    key: dateOf(curves, at),
    head: (
      <button
        type="button"
        className="plain hovers rounded one-line"
        aria-label={`Curve of ${shownDate(dateOf(curves, at))}`}
        onClick={() => change({ date: dateOf(curves, at), view: 'curve', month: undefined })}
      >
        {shownDate(dateOf(curves, at))}
      </button>
    ),
    isMarked: at === row,
    cells: curves.columns.map(({ code, texts }) => {
      const text = texts[at];
      if (text === undefined) return { text: NO_VALUE };
      return {
        text: groupDigits(text),
        explain: at === row ? code : `${code}.on.${dateOf(curves, at)}`,
      };
    }),
  }));
  if (last !== undefined)
    lines.push({
      key: 'change',
      head: <span>Change, bp</span>,
      isStrong: true,
      cells: curves.columns.map((column) => {
        const from = before === undefined ? undefined : referenceRow(curves, column, before);
        const text = changeBetweenRows(curves, column, from, last);
        const other = last === row ? '' : `.on.${dateOf(curves, last)}`;
        if (text === undefined || from === undefined) return { text: NO_VALUE };
        return {
          text: signedText(text),
          title: `From ${shownDate(dateOf(curves, from))}`,
          explain: `${column.code}.since.${dateOf(curves, from)}${other}`,
        };
      }),
    });
  // The start of the change: the last day before the month, unless the week before has no values.
  const since = lines.at(-1)?.cells.find(({ title }) => title !== undefined)?.title;
  return (
    <section className="column fill low gap-8" aria-label={`Yields of ${title}`}>
      <div className="row gap-6">
        <Tooltip label="Month before (Page up)">
          <ActionIcon
            variant="default"
            size={28}
            aria-label="Month before"
            disabled={month <= first}
            onClick={() => go(-1)}
          >
            <IconChevronLeft size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <h2 className="large" style={{ minWidth: '9rem', textAlign: 'center' }}>
          <span role="status">{title}</span>
        </h2>
        <Tooltip label="Month after (Page down)">
          <ActionIcon
            variant="default"
            size={28}
            aria-label="Month after"
            disabled={month >= newest}
            onClick={() => go(1)}
          >
            <IconChevronRight size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <span className="quiet fine">
          {rows.length} {rows.length === 1 ? 'day' : 'days'}, percent per year
          {since === undefined ? '' : `, and the change ${since.toLowerCase()}`}
        </span>
      </div>
      <div className="scrolls slides low">
        {rows.length === 0 ? (
          <p className="quiet">There is no curve for this month.</p>
        ) : (
          <NumberGrid
            label={`Yields of ${title}, percent`}
            corner={{ title: 'Date', width: '6.5rem' }}
            columns={curves.columns.map(({ code, label, title: name }) => ({
              key: code,
              title: <span title={name}>{label}</span>,
            }))}
            lines={lines}
            explained={state.explain}
            onExplain={explain}
          />
        )}
      </div>
    </section>
  );
}

import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { MONTH_NAMES, shownDate } from '../../service/calendar/dates.ts';
import { changeBetweenRows, referenceRow } from '../../service/series-math/curve.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import { NO_VALUE } from '../frame/index.ts';
import { dateOf } from './curves.ts';
import { monthRows, movedMonth } from './month-rows.ts';
import { type GridLine, NumberGrid } from './number-grid.tsx';
import type { Shown } from './shown.ts';

/** The days of a month with all tenors, as the Treasury publishes them, and their change over the month. */
export function MonthTable({ of }: { of: Shown }) {
  const { curves, row, state, change, explain } = of;
  // While one day is loaded, the other days of its month are unknown.
  if (!of.isWhole) return <Skeleton height="100%" role="img" aria-label="Loading the month" />;
  const { month, rows, before } = monthRows(of);
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
  // Of another month's last day, unless nothing is held of its last week.
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
          <p className="quiet">No curve of this month is held.</p>
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

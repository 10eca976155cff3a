import type { ReactNode } from 'react';
import { FACTORS_AFFECTING_RESERVE_BALANCES as H41 } from '../../service/datasets/factors_affecting_reserve_balances/definition.ts';
import { RESERVE_STATEMENT } from '../../service/datasets/factors_affecting_reserve_balances/statement.ts';
import { groupDigits, plainly, signedText } from '../../service/series-math/decimal-text.ts';
import { requestQuery, requestSearch } from '../../service/view/index.ts';
import { useCatalog, useSideBySide } from '../api/index.ts';
import { NO_VALUE, noDataText, TileTable } from '../frame/index.ts';
import type { TileProps } from '../frame/types.ts';
import { parseView } from '../view/index.ts';
import {
  CHOICES,
  cellsOf,
  heldWeeks,
  loadedRange,
  STATEMENT_CODES,
  type StatementCells,
  statementToShow,
  weeksOf,
} from './statement.ts';

export function StatementTile({ search, frame }: TileProps<{ date?: string }>): ReactNode {
  const dataset = useCatalog().data?.datasets.find(({ id }) => id === H41.id);
  const held = dataset && heldWeeks(dataset);
  const week = held ? statementToShow(search.date, held).week : '';
  const { data, error, refetch } = useSideBySide(CHOICES, held && loadedRange(week, held));
  const cells = data && new Map(STATEMENT_CODES.map((code) => [code, cellsOf(data.get(code), week)]));
  if (dataset && !held) return frame({ state: 'empty', why: noDataText(`data for ${dataset.title}`) });
  if (error) return frame({ state: 'failed', why: error.message, retry: () => void refetch() });
  if (!cells || !held) return frame({ state: 'loading' });
  const { view } = parseView({ series: '' });
  const series = CHOICES.map((choice, slot) => ({ choice, slot, hidden: false, style: {} }));
  const lines = RESERVE_STATEMENT.flatMap((section) => section.lines).flatMap(({ label, code }) => {
    const found = code === undefined ? undefined : cells.get(code);
    return found?.level === undefined ? [] : [{ label, cells: found, level: found.level }];
  });
  const [headline] = H41.series;
  const [first] = lines;
  return frame(
    {
      state: 'drawn',
      sentence: plainly(
        () =>
          `The Fed’s balance sheet as of ${week}, ${headline?.unit ?? ''}${first ? `: ${first.label} ${groupDigits(first.level)}${onWeek(first.cells)}` : ''}.`,
      ),
      datasets: [H41.id],
      sheet: {
        search: requestQuery(
          requestSearch({ ...view, series }, { from: weeksOf(week).yearBefore, to: week }),
        ),
      },
    },
    <TileTable
      head={['Line', 'Level', 'From week', 'From year']}
      rows={lines.map(({ label, level, cells: { fromWeekBefore, fromYearBefore } }) => [
        label,
        groupDigits(level),
        ...[fromWeekBefore, fromYearBefore].map((text) => (text === undefined ? NO_VALUE : signedText(text))),
      ])}
    />,
  );
}

function onWeek({ fromWeekBefore }: StatementCells): string {
  return fromWeekBefore === undefined ? '' : `, ${signedText(fromWeekBefore)} on the week`;
}

import { Menu, SegmentedControl } from '@mantine/core';
import { IconChartLine, IconHistory, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { shownDate, shownDay } from '../../service/calendar/dates.ts';
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
import { type GridCell, NumberGrid } from './number-grid.tsx';
import type { Shown } from './shown.ts';

/** Every tenor: its yield with the changes in basis points, or beside those of the compared days and the band. It holds all that is drawn. */
export function ChangeTable({ of }: { of: Shown }) {
  const { curves, row, state, explain } = of;
  const [what, setWhat] = useState<'change' | 'values'>('change');
  const columns = what === 'change' ? changeColumns(of) : valueColumns(of);
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
            head: <TenorMenu of={of} column={column} />,
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

function valueColumn(of: Shown, title: string, key: string, at: number | undefined): ChangeColumn {
  return {
    key,
    title,
    cell: (column) => {
      if (at === undefined) return { text: NO_VALUE };
      const text = column.texts[at];
      if (text === undefined) return { text: NO_VALUE, title: absence(of, column, at) };
      const other = at === of.row ? '' : `.on.${dateOf(of.curves, at)}`;
      return { text: groupDigits(text), explain: `${column.code}${other}` };
    },
  };
}

function absence({ curves }: Shown, column: TenorColumn, row: number): string {
  return tenorState(curves, column, row, column.start) === 'unpublished'
    ? `Not published before ${shownDay(column.start)}`
    : `Not published on ${shownDate(dateOf(curves, row))}`;
}

function changeColumns(of: Shown): ChangeColumn[] {
  const { curves, row, isWhole } = of;
  return [
    valueColumn(of, '%', '%', row),
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

function valueColumns(of: Shown): ChangeColumn[] {
  const { curves, row, compared, band } = of;
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
  const isTenth = of.state.band === '10-90';
  return [
    valueColumn(of, 'day', 'day', row),
    ...compared.map(({ word, row: at }) => valueColumn(of, word.length > 4 ? word.slice(2) : word, word, at)),
    ...(band ? [end('low', isTenth ? '10th' : 'min'), end('high', isTenth ? '90th' : 'max')] : []),
  ];
}

/** The name of a tenor, and where its series leads. */
function TenorMenu({ of, column }: { of: Shown; column: TenorColumn }) {
  const explore = useExplore(of.state.asOf);
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
          onClick={() => of.change({ view: 'history', tenor: column.code })}
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

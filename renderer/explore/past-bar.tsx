import { Button } from '@mantine/core';
import { type ChangeCounts, changeWords, type Line } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { PastNotice } from '../frame/index.ts';

/** Says that the chart shows the past, and offers the data of now: instead of it, or beside it with what differs. */
export function PastBar(props: {
  view: View;
  lines: readonly Line[];
  /** The same lines of the data of now; empty where they are not compared or not loaded yet. */
  now: readonly Line[];
  onChange: (view: View) => void;
}) {
  const { view, lines, now, onChange } = props;
  return (
    <PastNotice
      asOf={view.asOf}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange({ ...view, withNow: !view.withNow })}
        >
          {view.withNow ? 'Without now' : 'Compare with now'}
        </Button>
      }
      onNow={() => onChange({ ...view, asOf: undefined, withNow: false })}
    >
      {now.length > 0 && <> Now, dashed: {changeWords(changesOf(lines, now)) || 'nothing has changed'}.</>}
    </PastNotice>
  );
}

/** @returns what differs between the visible lines of then and of now. */
export function changesOf(then: readonly Line[], now: readonly Line[]): ChangeCounts {
  const counts = { revised: 0, added: 0, gone: 0, total: 0 };
  for (const { id, column, hidden } of then) {
    if (hidden) continue;
    const other = now.find((one) => one.id === id)?.column;
    const values = new Map(Array.from(other?.days ?? [], (day, i) => [day, other?.values[i]]));
    for (const [i, day] of column.days.entries()) {
      const value = values.get(day);
      if (value === undefined) counts.gone += 1;
      else if (value !== column.values[i]) counts.revised += 1;
      values.delete(day);
    }
    counts.total += column.days.length;
    counts.added += values.size;
  }
  return counts;
}

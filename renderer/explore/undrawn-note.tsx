import { Button, Menu } from '@mantine/core';
import type { View } from '../../service/view/types.ts';
import { axisLabel, type ChartSeries, planAxes } from '../chart/index.ts';
import { toggleHidden } from '../view/index.ts';
import { Note } from './note.tsx';

/**
 * Names the lines of a third unit, which have no axis, and offers ways to show them. Putting them on one of the two axes is not offered:
 * that would remove what is drawn there, or put two units on one scale.
 */
export function UndrawnNote(props: {
  view: View;
  series: readonly ChartSeries[];
  onChange: (view: View) => void;
}) {
  const { view, series, onChange } = props;
  const { undrawn, left, right } = planAxes(series);
  if (undrawn.length === 0) return null;
  const undrawnTitles = undrawn.map(({ title }) => title);
  return (
    <Note
      actions={
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" size="compact-xs" h={24} className="fixed">
              Show it…
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onChange(indexed(view))}>Index all to 100</Menu.Item>
            {[left, right].map((taken, side) => (
              <Menu.Item
                key={side === 0 ? 'left' : 'right'}
                title={taken.map(({ title }) => title).join(', ')}
                onClick={() =>
                  onChange(taken.reduce((after, { column }) => toggleHidden(after, column.id), view))
                }
              >
                {taken.length === 1
                  ? `Hide ${taken[0]?.title}`
                  : `Hide the ${taken.length} on the ${side === 0 ? 'left' : 'right'}`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      }
    >
      Not drawn: <b className="medium">{undrawnTitles.join(', ')}</b>. Both axes are taken, {axisLabel(left)}{' '}
      on the left, {axisLabel(right)} on the right.
    </Note>
  );
}

/** @returns the view with every series as an index, on the axis of its unit. Formulas keep their units. */
function indexed(view: View): View {
  const series = view.series.map((one) => {
    const { units: _, axis: __, ...style } = one.style;
    return { ...one, style };
  });
  return { ...view, series, units: 'nbd' };
}

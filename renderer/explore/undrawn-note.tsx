import { Button } from '@mantine/core';
import { type ChartSeries, planAxes } from '../chart/index.ts';
import { changeStyle, type View } from '../view/index.ts';
import styles from './explore.module.css';

/** Lines of a third unit, for which there is no axis, and two ways to see them all the same. */
export function UndrawnNote(props: {
  view: View;
  series: readonly ChartSeries[];
  onChange: (view: View) => void;
}) {
  const { view, series, onChange } = props;
  const { undrawn } = planAxes(series);
  if (undrawn.length === 0) return null;
  const putRight = () =>
    onChange(undrawn.reduce((after, { column }) => changeStyle(after, column.id, { axis: 'right' }), view));
  return (
    <div className={styles.undrawn} role="status">
      <span>
        Not drawn, for want of a third axis: <b>{undrawn.map(({ title }) => title).join(', ')}</b>
      </span>
      <Button variant="default" size="compact-xs" onClick={() => onChange(indexed(view))}>
        Index all to 100
      </Button>
      <Button variant="default" size="compact-xs" onClick={putRight}>
        Put on the right axis
      </Button>
    </div>
  );
}

/** Every series in units of the chart, and these the index; formulas keep theirs. */
function indexed(view: View): View {
  const series = view.series.map((one) => {
    const { units: _, axis: __, ...style } = one.style;
    return { ...one, style };
  });
  return { ...view, series, units: 'nbd' };
}

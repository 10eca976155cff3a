import { slotLetter } from '../../service/view/index.ts';
import styles from './chart.module.css';
import { type Measured, spanText } from './measured.ts';
import { SeriesSwatch } from './series-swatch.tsx';
import type { PlotArea } from './use-plot.ts';
import type { DayRange } from './zoom.ts';

/** How the columns are computed, for their tooltips. */
const FORMULAS = {
  change: 'Value at the end − value at the start',
  percent: '(value at the end ÷ value at the start − 1) × 100',
  perYear: '((value at the end ÷ value at the start) ^ (365.25 ÷ days) − 1) × 100',
};

/** Two days with a band between them, and a table with the change of every line. @param props.start, props.end pixels from the left */
export function MeasureOverlay(props: {
  rows: readonly Measured[];
  days: DayRange;
  start: number;
  end: number;
  area: PlotArea;
}) {
  const { rows, days, start, end, area } = props;
  const hasPercent = rows.some(({ percent }) => percent !== '');
  const hasYears = rows.some(({ perYear }) => perYear !== '');
  // Beside the band, where there is more room.
  const isRight = area.right - end >= start - area.left;
  return (
    <>
      <div
        className={`overlay ${styles.selection} ${styles.measure}`}
        style={{ left: start, width: end - start, top: area.top, height: area.bottom - area.top }}
      />
      <div
        className={`overlay flex ${styles.measuredPlace}`}
        data-left={!isRight || undefined}
        style={{
          left: area.left,
          width: area.right - area.left,
          bottom: `calc(100% - ${area.bottom - 8}px)`,
        }}
        data-measure
        aria-hidden="true"
      >
        {/* Gives way where the table needs more room. */}
        <div className="shrink" style={{ flexBasis: 8 + (isRight ? end - area.left : area.right - start) }} />
        <div className={`rounded fixed ${styles.measured}`}>
          <table>
            <thead>
              <tr>
                <th colSpan={2} className="strong one-line">
                  {spanText(days)}
                </th>
                <th className="to-right" title={FORMULAS.change}>
                  Change
                </th>
                {hasPercent && (
                  <th className="to-right" title={FORMULAS.percent}>
                    %
                  </th>
                )}
                {hasYears && (
                  <th className="to-right one-line" title={FORMULAS.perYear}>
                    % a year
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ series, change, percent, perYear }) => (
                <tr key={series.column.id}>
                  <td className="one-line">
                    <SeriesSwatch slot={series.slot} type={series.type} width={16} />{' '}
                    <span className="quiet mono">{slotLetter(series.slot)}</span>
                  </td>
                  <td className="cut one-line">{series.title}</td>
                  <td className="to-right strong one-line">{change}</td>
                  {hasPercent && <td className="to-right one-line">{percent}</td>}
                  {hasYears && <td className="to-right one-line">{perYear}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length === 0 && <p className="quiet">No line has values on both days</p>}
        </div>
      </div>
    </>
  );
}

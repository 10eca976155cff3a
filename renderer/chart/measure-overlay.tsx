import { Box, Paper } from '@mantine/core';
import { slotLetter } from '../../service/view/index.ts';
import { type MeasuredChange, spanText } from './measured.ts';
import { SeriesSwatch } from './series-swatch.tsx';
import type { PlotArea } from './use-plot.ts';
import type { DayRange } from './zoom.ts';

/** The columns with numbers, and how they are computed, for their tooltips. */
const COLUMNS = [
  { of: 'change', title: 'Change', formula: 'Value at the end − value at the start' },
  { of: 'percent', title: '%', formula: '(value at the end ÷ value at the start − 1) × 100' },
  {
    of: 'perYear',
    title: '% a year',
    formula: '((value at the end ÷ value at the start) ^ (365.25 ÷ days) − 1) × 100',
  },
] as const;

/** Two days with a band between them, and a table with the change of every line. @param props.start, props.end pixels from the left */
export function MeasureOverlay(props: {
  rows: readonly MeasuredChange[];
  days: DayRange;
  start: number;
  end: number;
  area: PlotArea;
}) {
  const { rows, days, start, end, area } = props;
  const columns = COLUMNS.filter(({ of }) => of === 'change' || rows.some((row) => row[of] !== ''));
  // Beside the band, where there is more room.
  const isRight = area.right - end >= start - area.left;
  return (
    <>
      <Box
        className="overlay"
        bg="color-mix(in srgb, var(--chart-text) 9%, transparent)"
        style={{
          left: start,
          width: end - start,
          top: area.top,
          height: area.bottom - area.top,
          borderInline: '1px solid var(--chart-text)',
        }}
      />
      <div
        className="overlay flex"
        style={{
          zIndex: 2,
          left: area.left,
          width: area.right - area.left,
          bottom: `calc(100% - ${area.bottom - 8}px)`,
          flexDirection: isRight ? 'row' : 'row-reverse',
        }}
        data-measure
        aria-hidden="true"
      >
        {/* Gives way where the table needs more room. */}
        <div className="shrink" style={{ flexBasis: 8 + (isRight ? end - area.left : area.right - start) }} />
        <Paper className="fixed fine" p="4px 3px" maw="100%" shadow="sm" withBorder>
          <table>
            <thead>
              <tr>
                <Box component="th" px={5} colSpan={2} className="strong one-line" ta="left">
                  {spanText(days)}
                </Box>
                {columns.map(({ of, title, formula }) => (
                  <Box
                    component="th"
                    key={of}
                    px={5}
                    fw={400}
                    className="to-right quiet one-line"
                    title={formula}
                  >
                    {title}
                  </Box>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ series, ...row }) => (
                <tr key={series.column.id}>
                  <Box component="td" px={5} className="one-line">
                    <SeriesSwatch slot={series.slot} type={series.type} width={16} />{' '}
                    <span className="quiet mono">{slotLetter(series.slot)}</span>
                  </Box>
                  <Box component="td" px={5} maw="16rem" className="cut one-line">
                    {series.title}
                  </Box>
                  {columns.map(({ of }) => (
                    <Box
                      component="td"
                      key={of}
                      px={5}
                      title={of === 'change' ? row.whole : undefined}
                      className={`to-right one-line ${of === 'change' ? 'strong' : ''}`}
                    >
                      {row[of]}
                    </Box>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length === 0 && (
            <Box component="p" px={5} className="quiet">
              No line has values on both days
            </Box>
          )}
        </Paper>
      </div>
    </>
  );
}

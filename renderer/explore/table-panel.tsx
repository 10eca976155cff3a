import { Box, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { TableLayout } from '../../service/view/index.ts';
import { loadCode } from '../api/index.ts';
import { SeriesSwatch } from '../chart/index.ts';
import type { TableSeries } from '../table/index.ts';

const ObservationTable = lazy(async () => ({
  default: (await loadCode(() => import('../table/index.ts'))).ObservationTable,
}));

/** The table of the shown lines. */
export function TablePanel(props: {
  series: readonly TableSeries[];
  layout: TableLayout;
  onLayoutChange: (layout: TableLayout) => void;
  newestFirst: boolean;
  onOrderChange: (newestFirst: boolean) => void;
  cursorDay: number | undefined;
  onCursorDayChange: (day: number | undefined) => void;
  isLoading: boolean;
  /** Called to explain a value. @param date `YYYY-MM-DD` */
  onExplain?: (lineId: string, date: string) => void;
}) {
  const { isLoading, ...table } = props;
  return (
    <Box component="section" className="column" h="100%" bg="var(--surface)" aria-label="Observations">
      {isLoading ? (
        <Waiting />
      ) : (
        <Suspense fallback={<Waiting />}>
          <ObservationTable {...table} renderMark={(slot) => <SeriesSwatch slot={slot} width={14} />} />
        </Suspense>
      )}
    </Box>
  );
}

/** Takes the table's place while it is loading. */
function Waiting() {
  return <Skeleton height="calc(100% - 16px)" m={8} width="auto" role="img" aria-label="Loading the table" />;
}

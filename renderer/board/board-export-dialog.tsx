import { useEffect, useMemo } from 'react';
import type { BoardContent } from '../../service/contract/saved.ts';
import type { BoardExport } from '../../service/contract/table-export.ts';
import { requestQuery, requestSearch, resolveRange } from '../../service/view/index.ts';
import { type DateRange, showDownload, useCatalog, useHostState } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { heldRange } from '../range/index.ts';
import { ExportRun, useExport } from '../take-away/index.ts';
import { chartTile, inReadingOrder } from '../tiles/index.ts';

/** Writes the workbook of a board as soon as it is opened, and shows its receipt. */
export function BoardExportDialog(props: {
  name: string;
  content: BoardContent;
  /** The days of the board. */
  range: DateRange;
  onClose: () => void;
}) {
  const { name, content, range } = props;
  const catalog = useCatalog().data;
  const baseUrl = useHostState().data?.base_url ?? '';
  const asked = useMemo((): BoardExport => {
    const tiles = inReadingOrder(content.tiles).map((tile) => ({ ...tile, chart: chartTile(tile, content) }));
    return {
      name,
      board: tiles.flatMap(({ title, chart }) => {
        if (!chart || chart.view.series.length === 0) return [];
        const days = chart.follows ? range : resolveRange(chart.view.range, heldRange(chart.view, catalog));
        return [
          { title, search: requestQuery({ ...requestSearch(chart.view, days), ...chart.view.heading }) },
        ];
      }),
      left_out: tiles.flatMap(({ title, chart }) => (chart ? [] : [title])),
      base_url: baseUrl,
    };
  }, [name, content, range, catalog, baseUrl]);
  const run = useExport();
  const { start } = run;
  // Once, with what the board was when the dialog was opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of the board do not write another file
  useEffect(() => {
    if (asked.board.length > 0) start({ drawn: asked });
  }, []);
  return (
    <Dialog title="Export the board" onClose={props.onClose}>
      <p className="quiet">
        {asked.board.length === 0
          ? 'No tile of this board is a chart, so there is nothing to write.'
          : `${name} as a workbook: a README with sources and citations, and a sheet for each of ${asked.board.length} charts.`}
      </p>
      <ExportRun run={run} isDesktop={showDownload() !== undefined} />
    </Dialog>
  );
}

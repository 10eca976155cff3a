import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { BoardContent, BoardTile } from '../../service/contract/saved.ts';
import type { BoardExport } from '../../service/contract/table-export.ts';
import { requestQuery, requestSearch, resolveRange } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import { showDownload, useCatalog, useHostState } from '../api/index.ts';
import { Dialog, LoadFailed } from '../frame/index.ts';
import type { TileSheet } from '../frame/types.ts';
import { heldRange } from '../range/index.ts';
import { ExportRun, useExport } from '../take-away/index.ts';
import { chartTile, inReadingOrder } from '../tiles/index.ts';
import { wholeTiles } from './draw-board.ts';
import type { TileDrawings } from './types.ts';

/** Writes the workbook of a board as soon as it is opened, and shows its receipt. */
export function BoardExportDialog(props: {
  name: string;
  content: BoardContent;
  /** The days of the board. */
  range: DateRange;
  drawings: TileDrawings;
  /** Draws the tiles out of sight too. */
  onWhole: () => void;
  onClose: () => void;
}) {
  const { name, content, range, drawings, onWhole } = props;
  const catalog = useCatalog().data;
  const baseUrl = useHostState().data?.base_url ?? '';
  const run = useExport();
  const begin = useMutation({
    mutationFn: async (): Promise<BoardExport> => {
      const tiles = inReadingOrder(content.tiles);
      const charts = new Map(tiles.map((tile) => [tile.id, chartSheet(tile, content, range, catalog)]));
      // What other screens draw tells its numbers once it is drawn.
      onWhole();
      const others = await wholeTiles(
        tiles.filter(({ id }) => charts.get(id) === undefined),
        drawings,
      );
      const sheetOf = ({ id }: BoardTile) =>
        charts.get(id) ?? others.find(({ tile }) => tile.id === id)?.drawing.sheet;
      return {
        name,
        board: tiles.flatMap((tile) => {
          const sheet = sheetOf(tile);
          return sheet ? [{ title: tile.title, ...sheet }] : [];
        }),
        left_out: tiles.flatMap((tile) => (sheetOf(tile) ? [] : [tile.title])),
        base_url: baseUrl,
      };
    },
    onSuccess: (asked) => asked.board.length > 0 && run.start({ drawn: asked }),
  });
  const { mutate, data: asked } = begin;
  // Once, with what the board was when the dialog was opened: later changes write no other file.
  useEffect(() => mutate(), [mutate]);
  return (
    <Dialog title="Export the board" onClose={props.onClose}>
      {asked && (
        <p className="quiet">
          {asked.board.length === 0
            ? 'No tile of this board has numbers, so there is nothing to write.'
            : `${name} as a workbook: a README with sources and citations, and a sheet for ${asked.board.length === 1 ? 'the tile' : `each of ${asked.board.length} tiles`}.`}
        </p>
      )}
      {begin.error && (
        <LoadFailed isFlush onRetry={mutate}>
          <strong>The export failed, and there is no file.</strong> {begin.error.message}
        </LoadFailed>
      )}
      <ExportRun run={run} isDesktop={showDownload() !== undefined} />
    </Dialog>
  );
}

/** @returns the numbers of a chart over the days that it shows; `undefined` for another tile, and for a chart without lines. */
function chartSheet(
  tile: BoardTile,
  content: BoardContent,
  range: DateRange,
  catalog: Catalog | undefined,
): TileSheet | undefined {
  const chart = chartTile(tile, content);
  if (!chart || chart.view.series.length === 0) return undefined;
  const days = chart.follows ? range : resolveRange(chart.view.range, heldRange(chart.view, catalog));
  return { search: requestQuery({ ...requestSearch(chart.view, days), ...chart.view.heading }) };
}

import { Button, Kbd, Menu, Tooltip, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useClipboard, useHotkeys, useTimeout } from '@mantine/hooks';
import { IconDownload, IconFileExport, IconFileSpreadsheet, IconLink, IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { inDateStyle, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { BoardContent, BoardTile } from '../../service/contract/saved.ts';
import type { BoardExport } from '../../service/contract/table-export.ts';
import { requestQuery, requestSearch, resolveRange, safeFileText } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import { saveBlob, showDownload, useAppState, useCatalog, useMenuAction } from '../api/index.ts';
import { type ChartMarkup, type LineLook, useDashedLines } from '../chart/index.ts';
import { Dialog, LoadFailed } from '../frame/index.ts';
import type { TileSheet } from '../frame/types.ts';
import { heldRange, rangeWords } from '../range/index.ts';
import {
  type ChartImage,
  canvasMeasure,
  chartImage,
  ExportRun,
  escaped,
  firstChart,
  IMAGE_FACE,
  pngOf,
  tableMarkup,
  useExport,
} from '../take-away/index.ts';
import {
  type Board,
  COLUMNS,
  chartTile,
  inReadingOrder,
  savedFileName,
  savedFileText,
  type TilePlace,
} from '../tiles/index.ts';
import type { BoardDays, TileDrawing, TileDrawings } from './board-fields.ts';

/** Exports of a board: one workbook, one image, the link. */
export function BoardTakeAway(props: {
  /** The stored board; `undefined` until loaded. */
  stored: Board | undefined;
  name: string;
  content: BoardContent;
  /** The content that is stored, or about to be. */
  kept: BoardContent;
  days: BoardDays;
  drawings: TileDrawings;
  onWhole: () => void;
}) {
  const { stored, name, content, days, drawings } = props;
  const { version = '' } = useAppState().data ?? {};
  const scheme = useComputedColorScheme('light');
  const [isDashed] = useDashedLines();
  const clipboard = useClipboard();
  const button = useRef<HTMLButtonElement>(null);
  const [isExporting, setExporting] = useState(false);
  const [message, setMessage] = useState('');
  const clearMessage = useTimeout(() => setMessage(''), 2500);
  const say = (text: string) => {
    setMessage(text);
    clearMessage.clear();
    clearMessage.start();
  };
  const isEmpty = content.tiles.length === 0;
  const image = useMutation({
    mutationFn: async () => {
      props.onWhole();
      const range = days.choice ? inDateStyle(rangeWords(days.choice)) : 'each chart its own range';
      const all = `${shownDate(days.range.from)} to ${shownDate(days.range.to)}`;
      const words = {
        title: name,
        subtitle: days.choice && range !== all ? `${range}: ${all}` : range,
        footer: `Almanac ${version}, ${shownDate(todayText())}`,
      };
      const drawn = await drawBoard(content.tiles, drawings, words, { scheme, isDashed });
      saveBlob(await pngOf(drawn), `${safeFileText(name.slice(0, 100)) || 'board'}, ${todayText()}.png`);
    },
    onSuccess: () => say('The image is saved.'),
  });
  const copyLink = () => {
    const url = new URL(window.location.href);
    for (const [word, value] of new URLSearchParams(content.range)) url.searchParams.set(word, value);
    clipboard.copy(url.href);
    say('Link copied.');
  };
  const saveFile = () => {
    if (!stored) return;
    const item = { ...stored, name, content: props.kept };
    const text = savedFileText([{ item }], new Date().toISOString());
    saveBlob(new Blob([text], { type: 'application/json' }), savedFileName([item]));
    say('The file is saved. To read it on another computer, use Import in Saved.');
  };
  useHotkeys([['mod+E', () => !isEmpty && setExporting(true)]]);
  useMenuAction('export-data', isEmpty ? undefined : () => setExporting(true));
  useMenuAction('export-image', isEmpty ? undefined : () => image.mutate());
  const icon = { size: 16, stroke: 1.6 };
  return (
    <>
      <Menu width={300}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            className="icon-where-narrow one-line"
            leftSection={<IconDownload {...icon} />}
            loading={image.isPending}
            disabled={isEmpty}
          >
            <span className="unseen-where-narrow">Take away</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileSpreadsheet {...icon} />}
            rightSection={<Kbd size="xs">{navigator.platform.startsWith('Mac') ? '⌘ E' : 'Ctrl E'}</Kbd>}
            onClick={() => setExporting(true)}
          >
            Export XLSX, a sheet a tile
          </Menu.Item>
          <Menu.Item leftSection={<IconPhoto {...icon} />} onClick={() => image.mutate()}>
            Save the board as PNG
          </Menu.Item>
          <Menu.Item leftSection={<IconFileExport {...icon} />} disabled={!stored} onClick={saveFile}>
            Save as a file for a colleague
          </Menu.Item>
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={copyLink}>
            Copy link to this board
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isExporting && (
        <BoardExportDialog
          name={name}
          content={content}
          range={days.range}
          drawings={drawings}
          onWhole={props.onWhole}
          onClose={() => {
            setExporting(false);
            setTimeout(() => button.current?.focus(), 0);
          }}
        />
      )}
      <Tooltip target={button} label={message.replace(/\.$/, '')} opened={message !== ''} aria-hidden />
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      {image.isError && (
        <p className="error fine" role="alert">
          The image could not be made: {image.error.message}
        </p>
      )}
    </>
  );
}

/** Writes a board's workbook when it opens, and shows the receipt. */
function BoardExportDialog(props: {
  name: string;
  content: BoardContent;
  range: DateRange;
  drawings: TileDrawings;
  onWhole: () => void;
  onClose: () => void;
}) {
  const { name, content, range, drawings, onWhole } = props;
  const catalog = useCatalog().data;
  const baseUrl = useAppState().data?.base_url ?? '';
  const run = useExport();
  const begin = useMutation({
    mutationFn: async (): Promise<BoardExport> => {
      const tiles = inReadingOrder(content.tiles);
      const charts = new Map(tiles.map((tile) => [tile.id, chartSheet(tile, content, range, catalog)]));
      // A tile of another screen reports its numbers only once it is drawn.
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
  // Runs once, with the board as it is when the dialog opens: later changes write no other file.
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

/** @returns a chart's numbers over its days; `undefined` for another tile, or a chart without lines. */
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

/** How long to wait for tiles that were out of sight, in ms. */
const PATIENCE_MS = 8_000;
const LOOK_MS = 100;
/** The drawing of a tile without a chart, in pixels. */
const NO_CHART = { markup: '', width: 320, height: 8 };

/** Draws a board as SVG once all tiles are loaded. @throws Error that names the first incomplete tile */
async function drawBoard(
  tiles: readonly BoardTile[],
  drawings: TileDrawings,
  words: { title: string; subtitle: string; footer: string },
  look: LineLook,
): Promise<ChartImage> {
  const measure = canvasMeasure();
  const made = (await wholeTiles(tiles, drawings)).map(({ tile, drawing, markup = NO_CHART }) => ({
    ...tile,
    image: chartImage(markup, drawing.words, look, measure),
  }));
  return boardImage(made, words, look.scheme);
}

type WholeTile = { tile: BoardTile; drawing: TileDrawing; markup: ChartMarkup | undefined };

/** @returns the tiles with their drawings, once all are loaded and drawn. @throws Error as `drawBoard` */
export async function wholeTiles(tiles: readonly BoardTile[], drawings: TileDrawings): Promise<WholeTile[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const missing: string[] = [];
    const whole = tiles.flatMap((tile) => {
      const drawing = drawings.get(tile.id)?.();
      const { chart, draw } = drawing ?? {};
      const markup = chart ? ((draw ?? firstChart)(chart) ?? tableMarkup(chart)) : undefined;
      if (drawing && drawing.rest === undefined && (chart === undefined || markup))
        return [{ tile, drawing, markup }];
      missing.push(tile.title);
      return [];
    });
    if (missing.length === 0) return whole;
    if (Date.now() > until) throw new Error(`${missing[0]} is not drawn yet, or not fully loaded.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const EDGE = 16;
const GAP = 8;
const HEAD = 52;
const LOOK = {
  light: { page: '#f5f6f9', text: '#171c26', quiet: '#586172', line: '#dfe2e9' },
  dark: { page: '#14181e', text: '#dfe3ea', quiet: '#a1a9b7', line: '#363d49' },
} as const;

/** Places the tiles' images on one SVG, each in its columns and below the tiles above it. */
export function boardImage(
  tiles: readonly (TilePlace & { image: ChartImage })[],
  words: { title: string; subtitle: string; footer: string },
  scheme: keyof typeof LOOK,
): ChartImage {
  const { page, text, quiet, line } = LOOK[scheme];
  // Wide enough for each image to fit into its tile's columns.
  const inner = Math.max(480, ...tiles.map(({ image, w }) => Math.ceil(((image.width + GAP) * COLUMNS) / w)));
  const placed: { x: number; w: number; bottom: number; markup: string }[] = [];
  for (const { x, w, image } of inReadingOrder(tiles)) {
    const above = placed.filter((one) => one.x < x + w && x < one.x + one.w);
    const top = Math.max(HEAD, ...above.map(({ bottom }) => bottom + GAP));
    const left = EDGE + (inner * x) / COLUMNS;
    const frame = `<rect x="-0.5" y="-0.5" width="${image.width + 1}" height="${image.height + 1}" fill="none" stroke="${line}"/>`;
    placed.push({
      ...{ x, w, bottom: top + image.height },
      markup: `<g transform="translate(${Math.round(left)} ${Math.round(top)})">${image.svg}${frame}</g>`,
    });
  }
  const bottom = Math.max(HEAD, ...placed.map((one) => one.bottom));
  const [width, height] = [inner + 2 * EDGE - GAP, bottom + 32];
  const textMarkup = (y: number, size: number, fill: string, weight: number, what: string) =>
    `<text x="${EDGE}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(what)}</text>`;
  return {
    svg: [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${IMAGE_FACE}" role="img">`,
      `<title>${escaped(words.title)}</title>`,
      `<rect width="100%" height="100%" fill="${page}"/>`,
      textMarkup(26, 18, text, 600, words.title),
      textMarkup(43, 12, quiet, 400, words.subtitle),
      ...placed.map(({ markup }) => markup),
      textMarkup(bottom + 21, 11, quiet, 400, words.footer),
      '</svg>',
    ].join('\n'),
    width,
    height,
  };
}

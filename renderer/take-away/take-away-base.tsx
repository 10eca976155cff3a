import { Button, Kbd, Menu, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard, useDisclosure, useHotkeys, useTimeout } from '@mantine/hooks';
import {
  IconClipboard,
  IconCode,
  IconDownload,
  IconFileSpreadsheet,
  IconLink,
  IconPhoto,
  IconPlugConnected,
  IconQuote,
  IconTextCaption,
} from '@tabler/icons-react';
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { copied } from '../../service/series-math/decimal-text.ts';
import {
  fileStem,
  type Line,
  requestSearch,
  type ViewSearch,
  withIndexDates,
} from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { loadCode, restText, useCan, useCatalog, useHostState, useMenuAction } from '../api/index.ts';
import type { ChartSeries } from '../chart/index.ts';
import { PROGRAMS, type ProgramRequest } from '../programs/index.ts';
import type { ImageWords } from './chart-image.ts';
import { imageWords, provenanceOf } from './image-words.ts';
import type { TakenList } from './list-export-dialog.tsx';
import { type DrawImage, type ImageWay, useChartImage } from './use-chart-image.ts';

// Loaded when it is opened, which few people do.
const ExportDialog = lazy(async () => ({
  default: (await loadCode(() => import('./export-dialog.tsx'))).ExportDialog,
}));
const ListExportDialog = lazy(async () => ({
  default: (await loadCode(() => import('./list-export-dialog.tsx'))).ListExportDialog,
}));
const ProgramDialog = lazy(async () => ({
  default: (await loadCode(() => import('./program-dialog.tsx'))).ProgramDialog,
}));

/** What a screen gives away. */
export type TakenAway = (
  | {
      /** The lines that are exported, over these days. */
      view: View;
      range: DateRange;
      /** The request of the programs; `undefined` where there is none. */
      request: (() => ViewSearch) | undefined;
    }
  | {
      /** The list of constituents that is exported, and that the programs ask for. */
      list: TakenList;
    }
) & {
  /** Nothing is drawn, so there is nothing to take. */
  isEmpty: boolean;
  citation: () => string;
  /** What the screen says in one sentence, written `plainly`; `undefined`: the screen has none. */
  sentence?: string;
  /** The chart as an image; `undefined` where nothing is drawn that could be one. */
  image:
    | {
        /** The element with the chart. */
        chart: RefObject<HTMLElement | null>;
        /** Makes the drawing of that element; without it, its first chart is taken. */
        draw?: DrawImage | undefined;
        words: () => ImageWords;
        stem: () => string;
        /** Why the chart is incomplete. Then there is no image. */
        rest: string | undefined;
      }
    | undefined;
  /** Further items of the menu. */
  children?: ReactNode;
};

/** The menu of what can be taken away: data as files, the chart as an image, programs, a sentence, a link, citations. */
export function TakeAway(props: TakenAway) {
  const { isEmpty, sentence } = props;
  const request: (() => ProgramRequest) | undefined = 'list' in props ? () => props.list : props.request;
  const canRun = useCan('keys');
  const { base_url: baseUrl } = useHostState().data ?? {};
  const clipboard = useClipboard({ timeout: 1500 });
  const [said, setSaid] = useState('');
  const [isTold, setTold] = useState(false);
  const untell = useTimeout(() => setTold(false), 2500);
  const say = (text: string) => {
    setSaid(text);
    setTold(true);
    untell.clear();
    untell.start();
  };
  const nowhere = useRef<HTMLElement>(null);
  const image = useChartImage(
    props.image?.chart ?? nowhere,
    () => props.image?.words() as ImageWords,
    () => props.image?.stem() ?? '',
    props.image?.draw,
  );
  const hasImage = props.image !== undefined && !isEmpty;
  const take = (way: ImageWay) =>
    image.mutate(
      { way, rest: props.image?.rest },
      {
        onSuccess: () => say(way === 'copy' ? 'The image is copied.' : 'The image is saved.'),
        onError: (error) => say(`The image could not be made: ${error.message}`),
      },
    );
  /** What is copied is plain, however the screen shows numbers and dates. */
  const copy = (write: () => string, what: string) => {
    clipboard.copy(copied(write));
    say(`${what} copied.`);
  };
  const button = useRef<HTMLButtonElement>(null);
  // A dialog holds the focus until it is gone.
  const returnsFocus = { onClose: () => setTimeout(() => button.current?.focus(), 0) };
  const [isExporting, exporting] = useDisclosure(false, returnsFocus);
  const [isProgramming, programs] = useDisclosure(false, returnsFocus);
  const openExport = isEmpty ? undefined : exporting.open;
  useHotkeys([
    ['mod+E', () => openExport?.()],
    ['alt+S', () => hasImage && take('copy')],
  ]);
  useMenuAction('export-data', openExport);
  useMenuAction('copy-image', hasImage ? () => take('copy') : undefined);
  useMenuAction('export-image', hasImage ? () => take('png') : undefined);
  return (
    <>
      <Menu width={260} position="bottom-end">
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            className="icon-where-narrow one-line"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            disabled={isEmpty}
          >
            <span className="unseen-where-narrow">Take away</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="calc(100vh - 7rem)" style={{ overflowY: 'auto' }}>
          <Menu.Label>The data</Menu.Label>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
            rightSection={<Kbd size="xs">{navigator.platform.startsWith('Mac') ? '⌘ E' : 'Ctrl E'}</Kbd>}
            onClick={exporting.open}
          >
            Export data…
          </Menu.Item>
          {props.image && (
            <>
              <Menu.Divider />
              <Menu.Label>The chart</Menu.Label>
              <Menu.Item leftSection={<IconPhoto size={16} stroke={1.6} />} onClick={() => take('png')}>
                Save as PNG
              </Menu.Item>
              <Menu.Item leftSection={<IconPhoto size={16} stroke={1.6} />} onClick={() => take('svg')}>
                Save as SVG
              </Menu.Item>
              <Menu.Item leftSection={<IconClipboard size={16} stroke={1.6} />} onClick={() => take('copy')}>
                Copy image
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Label>The request, for other tools</Menu.Label>
          <Menu.Item
            leftSection={<IconPlugConnected size={16} stroke={1.6} />}
            disabled={!baseUrl || !request}
            onClick={programs.open}
          >
            {canRun ? 'See and run it…' : 'See it…'}
          </Menu.Item>
          {PROGRAMS.filter(({ needsNote }) => !needsNote).map(({ name, write }) => (
            <Menu.Item
              key={name}
              leftSection={<IconCode size={16} stroke={1.6} />}
              disabled={!baseUrl || !request}
              onClick={() => request && copy(() => write(request(), baseUrl ?? ''), name)}
            >
              Copy as {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {sentence !== undefined && (
            <Menu.Item
              leftSection={<IconTextCaption size={16} stroke={1.6} />}
              onClick={() => copy(() => sentence, 'Sentence')}
            >
              Copy sentence
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLink size={16} stroke={1.6} />}
            onClick={() => copy(() => window.location.href, 'Link')}
          >
            Copy link to this view
          </Menu.Item>
          <Menu.Item
            leftSection={<IconQuote size={16} stroke={1.6} />}
            onClick={() => copy(props.citation, 'Citation')}
          >
            Copy citation
          </Menu.Item>
          {props.children}
        </Menu.Dropdown>
      </Menu>
      {isExporting && (
        <Suspense>
          {'list' in props ? (
            <ListExportDialog list={props.list} onClose={exporting.close} />
          ) : (
            <ExportDialog view={props.view} range={props.range} onClose={exporting.close} />
          )}
        </Suspense>
      )}
      {isProgramming && request && (
        <Suspense>
          <ProgramDialog asked={request()} onClose={programs.close} />
        </Suspense>
      )}
      {/* For the eyes; those who hear the page hear the status. */}
      <Tooltip
        target={button}
        label={said.replace(/\.$/, '')}
        opened={isTold && !image.isError}
        aria-hidden
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {image.isError && (
        <p className="error fine" role="alert">
          {said}
        </p>
      )}
    </>
  );
}

/** What can be taken away of a chart of lines over time. */
export function TakeAwayMenu(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  range: DateRange;
  /** The element with the chart. */
  chart: RefObject<HTMLElement | null>;
  /** Further items of the menu. */
  children?: ReactNode;
}) {
  const { view, lines, series, range } = props;
  const catalog = useCatalog().data;
  const { version = '' } = useHostState().data ?? {};
  const isAsking = view.series.some(({ hidden }) => !hidden) || view.formulas.some(({ hidden }) => !hidden);
  const shown = lines.filter(({ hidden }) => !hidden);
  const provenance = () =>
    provenanceOf(lines, range, catalog, {
      now: new Date().toISOString(),
      version,
      heading: view.heading,
      asOf: view.asOf,
    });
  return (
    <TakeAway
      view={view}
      range={range}
      isEmpty={shown.length === 0}
      request={isAsking ? () => requestSearch(withIndexDates(view, lines), range) : undefined}
      citation={() =>
        provenance()
          .lines.map((line) => line.citation)
          .join('\n')
      }
      image={{
        chart: props.chart,
        words: () => imageWords(lines, series, provenance(), view.hasRecessions),
        stem: () => fileStem(shown, range, provenance().is_sample),
        rest: restText(shown.map(({ column }) => column)),
      }}
    >
      {props.children}
    </TakeAway>
  );
}

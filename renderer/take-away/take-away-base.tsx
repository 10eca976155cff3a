import { Button, Kbd, Menu, type MenuItemProps, Tooltip, VisuallyHidden } from '@mantine/core';
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
import { loadCode, restText, useAppState, useCan, useCatalog, useMenuAction } from '../api/index.ts';
import type { ChartSeries } from '../chart/index.ts';
import { PROGRAMS, type ProgramRequest } from '../programs/index.ts';
import { imageWords, provenanceOf } from './image-words.ts';
import type { ExportedList } from './list-export-dialog.tsx';
import { type ChartToDraw, type ImageWay, useChartImage } from './use-chart-image.ts';

// Loaded when opened, because few people open them.
const ExportDialog = lazy(async () => ({
  default: (await loadCode(() => import('./export-dialog.tsx'))).ExportDialog,
}));
const ListExportDialog = lazy(async () => ({
  default: (await loadCode(() => import('./list-export-dialog.tsx'))).ListExportDialog,
}));
const ProgramDialog = lazy(async () => ({
  default: (await loadCode(() => import('./program-dialog.tsx'))).ProgramDialog,
}));

export type TakeAwayProps = (
  | {
      view: View;
      range: DateRange;
      request: (() => ViewSearch) | undefined;
    }
  | {
      /** The list of constituents to export, and to request in programs. */
      list: ExportedList;
    }
) & {
  /** Nothing is drawn, so there is nothing to export. */
  isEmpty: boolean;
  citation: () => string;
  /** The screen's sentence, written `plainly`; `undefined` if it has none. */
  sentence?: string;
  /** The chart to draw as an image; `undefined` if there is none. */
  image: ChartToDraw | undefined;
  children?: ReactNode;
};

/** A menu to export data, images, programs, a sentence, a link and citations. */
export function TakeAway(props: TakeAwayProps) {
  const { isEmpty, sentence } = props;
  const request: (() => ProgramRequest) | undefined = 'list' in props ? () => props.list : props.request;
  const canRun = useCan('keys');
  const { base_url: baseUrl } = useAppState().data ?? {};
  const clipboard = useClipboard({ timeout: 1500 });
  const [message, setMessage] = useState('');
  const [isMessageShown, setMessageShown] = useState(false);
  const hideMessage = useTimeout(() => setMessageShown(false), 2500);
  const say = (text: string) => {
    setMessage(text);
    setMessageShown(true);
    hideMessage.clear();
    hideMessage.start();
  };
  const image = useChartImage();
  const drawn = isEmpty ? undefined : props.image;
  const take = (way: ImageWay) =>
    drawn &&
    image.mutate(
      { way, ...drawn },
      {
        onSuccess: () => say(way === 'copy' ? 'The image is copied.' : 'The image is saved.'),
        onError: (error) => say(`The image could not be made: ${error.message}`),
      },
    );
  /** Copies text in plain form, however the screen shows numbers and dates. */
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
    ['alt+S', () => take('copy')],
  ]);
  useMenuAction('export-data', openExport);
  useMenuAction('copy-image', drawn ? () => take('copy') : undefined);
  useMenuAction('export-image', drawn ? () => take('png') : undefined);
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
          <Item
            icon={IconFileSpreadsheet}
            rightSection={<Kbd size="xs">{navigator.platform.startsWith('Mac') ? '⌘ E' : 'Ctrl E'}</Kbd>}
            onClick={exporting.open}
          >
            Export data…
          </Item>
          {props.image && (
            <>
              <Menu.Divider />
              <Menu.Label>The chart</Menu.Label>
              <Item icon={IconPhoto} onClick={() => take('png')}>
                Save as PNG
              </Item>
              <Item icon={IconPhoto} onClick={() => take('svg')}>
                Save as SVG
              </Item>
              <Item icon={IconClipboard} onClick={() => take('copy')}>
                Copy image
              </Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Label>The request, for other tools</Menu.Label>
          <Item icon={IconPlugConnected} disabled={!baseUrl || !request} onClick={programs.open}>
            {canRun ? 'See and run it…' : 'See it…'}
          </Item>
          {PROGRAMS.filter(({ needsNote }) => !needsNote).map(({ name, write }) => (
            <Item
              key={name}
              icon={IconCode}
              disabled={!baseUrl || !request}
              onClick={() => request && copy(() => write(request(), baseUrl ?? ''), name)}
            >
              Copy as {name}
            </Item>
          ))}
          <Menu.Divider />
          {sentence !== undefined && (
            <Item icon={IconTextCaption} onClick={() => copy(() => sentence, 'Sentence')}>
              Copy sentence
            </Item>
          )}
          <Item icon={IconLink} onClick={() => copy(() => window.location.href, 'Link')}>
            Copy link to this view
          </Item>
          <Item icon={IconQuote} onClick={() => copy(props.citation, 'Citation')}>
            Copy citation
          </Item>
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
      {/* Visible only: screen readers read the status. */}
      <Tooltip
        target={button}
        label={message.replace(/\.$/, '')}
        opened={isMessageShown && !image.isError}
        aria-hidden
      />
      <VisuallyHidden role="status">{message}</VisuallyHidden>
      {image.isError && (
        <p className="error fine" role="alert">
          {message}
        </p>
      )}
    </>
  );
}

function Item({ icon: Icon, ...item }: MenuItemProps & { icon: typeof IconLink; onClick: () => void }) {
  return <Menu.Item leftSection={<Icon size={16} stroke={1.6} />} {...item} />;
}

/** The export menu of a chart of lines over time. */
export function TakeAwayMenu(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  range: DateRange;
  chart: RefObject<HTMLElement | null>;
  children?: ReactNode;
}) {
  const { view, lines, series, range } = props;
  const catalog = useCatalog().data;
  const { version = '' } = useAppState().data ?? {};
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

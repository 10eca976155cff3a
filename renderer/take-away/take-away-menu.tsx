import { Button, Kbd, Menu, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard, useDisclosure, useHotkeys, useTimeout } from '@mantine/hooks';
import {
  IconClipboard,
  IconCode,
  IconDownload,
  IconFileSpreadsheet,
  IconLink,
  IconPhoto,
  IconQuote,
} from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { fileStem, type Line, requestSearch, withIndexDates } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import { restText, useCatalog, useHostState, useMenuAction } from '../api/index.ts';
import type { ChartSeries } from '../chart/index.ts';
import type { View } from '../view/index.ts';
import { imageWords } from './image-words.ts';
import { provenanceOf } from './provenance.ts';
import { SNIPPETS } from './snippets.ts';
import { type ImageWay, useChartImage } from './use-chart-image.ts';

// Loaded when it is opened, which few people do.
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** The menu of what can be taken away: data as files, the chart as an image, programs, a link, citations. */
export function TakeAwayMenu(props: {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  range: DateRange;
  /** The element with the chart. */
  chart: RefObject<HTMLElement | null>;
}) {
  const { view, lines, series, range } = props;
  const catalog = useCatalog().data;
  const { version = '', base_url: baseUrl } = useHostState().data ?? {};
  const isAsking = view.series.some(({ hidden }) => !hidden) || view.formulas.some(({ hidden }) => !hidden);
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
  const provenance = () =>
    provenanceOf(lines, range, catalog, {
      now: new Date().toISOString(),
      version,
      heading: view.heading,
    });
  const image = useChartImage(
    props.chart,
    () => imageWords(lines, series, provenance(), view.hasRecessions),
    () =>
      fileStem(
        lines.filter(({ hidden }) => !hidden),
        range,
        provenance().is_sample,
      ),
  );
  const rest = restText(lines.filter(({ hidden }) => !hidden).map(({ column }) => column));
  const take = (way: ImageWay) =>
    image.mutate(
      { way, rest },
      {
        onSuccess: () => say(way === 'copy' ? 'The image is copied.' : 'The image is saved.'),
        onError: (error) => say(`The image could not be made: ${error.message}`),
      },
    );
  const copy = (text: string, what: string) => {
    clipboard.copy(text);
    say(`${what} copied.`);
  };
  const isEmpty = lines.every(({ hidden }) => hidden);
  const button = useRef<HTMLButtonElement>(null);
  const [isExporting, exporting] = useDisclosure(false, {
    // After the dialog, which has the focus, is gone.
    onClose: () => setTimeout(() => button.current?.focus(), 0),
  });
  const openExport = isEmpty ? undefined : exporting.open;
  useHotkeys([
    ['mod+E', () => openExport?.()],
    ['alt+S', () => !isEmpty && take('copy')],
  ]);
  useMenuAction('export-data', openExport);
  useMenuAction('export-image', isEmpty ? undefined : () => take('png'));
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
        <Menu.Dropdown>
          <Menu.Label>The data</Menu.Label>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
            rightSection={<Kbd size="xs">{navigator.platform.startsWith('Mac') ? '⌘ E' : 'Ctrl E'}</Kbd>}
            onClick={exporting.open}
          >
            Export data…
          </Menu.Item>
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
          <Menu.Divider />
          <Menu.Label>The request, for other tools</Menu.Label>
          {SNIPPETS.map(({ name, write }) => (
            <Menu.Item
              key={name}
              leftSection={<IconCode size={16} stroke={1.6} />}
              disabled={!baseUrl || !isAsking}
              onClick={() =>
                copy(write(requestSearch(withIndexDates(view, lines), range), baseUrl ?? ''), name)
              }
            >
              Copy as {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLink size={16} stroke={1.6} />}
            onClick={() => copy(window.location.href, 'Link')}
          >
            Copy link to this view
          </Menu.Item>
          <Menu.Item
            leftSection={<IconQuote size={16} stroke={1.6} />}
            onClick={() =>
              copy(
                provenance()
                  .lines.map((line) => line.citation)
                  .join('\n'),
                'Citation',
              )
            }
          >
            Copy citation
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isExporting && (
        <Suspense>
          <ExportDialog view={view} range={range} onClose={exporting.close} />
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

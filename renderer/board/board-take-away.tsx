import { Button, Kbd, Menu, Tooltip, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useClipboard, useHotkeys, useTimeout } from '@mantine/hooks';
import { IconDownload, IconFileExport, IconFileSpreadsheet, IconLink, IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { inDateStyle, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { BoardContent } from '../../service/contract/saved.ts';
import { safeFileText } from '../../service/view/index.ts';
import { saveBlob, useHostState, useMenuAction } from '../api/index.ts';
import { useDashedLines } from '../chart/index.ts';
import { rangeWords } from '../range/index.ts';
import { pngOf } from '../take-away/index.ts';
import { type Board, savedFileName, savedFileText } from '../tiles/index.ts';
import { BoardExportDialog } from './board-export-dialog.tsx';
import { drawBoard } from './draw-board.ts';
import type { BoardDays } from './shared-days.ts';
import type { TileDrawings } from './types.ts';

/** What can be taken away of a board: one workbook, one image, the link. */
export function BoardTakeAway(props: {
  /** As it is stored; `undefined` while it is not known. */
  stored: Board | undefined;
  name: string;
  /** As it is shown. */
  content: BoardContent;
  /** As it is stored, or will be in a moment. */
  kept: BoardContent;
  days: BoardDays;
  drawings: TileDrawings;
  /** Draws the tiles out of sight too. */
  onWhole: () => void;
}) {
  const { stored, name, content, days, drawings } = props;
  const { version = '' } = useHostState().data ?? {};
  const scheme = useComputedColorScheme('light');
  const [isDashed] = useDashedLines();
  const clipboard = useClipboard();
  const button = useRef<HTMLButtonElement>(null);
  const [isExporting, setExporting] = useState(false);
  const [said, setSaid] = useState('');
  const untell = useTimeout(() => setSaid(''), 2500);
  const say = (text: string) => {
    setSaid(text);
    untell.clear();
    untell.start();
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
    say('The file is saved. Saved, Import reads it on another computer.');
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
      <Tooltip target={button} label={said.replace(/\.$/, '')} opened={said !== ''} aria-hidden />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {image.isError && (
        <p className="error fine" role="alert">
          The image could not be made: {image.error.message}
        </p>
      )}
    </>
  );
}

import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCalendarDown, IconDownload, IconFileText, IconMarkdown, IconTable } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BriefChanges, CalendarRelease, DatasetNews } from '../../service/contract/brief.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { noteText } from '../../service/series-math/brief.ts';
import { copied, countOf } from '../../service/series-math/decimal-text.ts';
import { csvCell } from '../../service/series-math/spreadsheet-cells.ts';
import { citation } from '../../service/view/index.ts';
import { changesQuery, saveBlob, useAppState, useCatalog } from '../api/index.ts';
import { sentenceText } from '../explain/index.ts';
import { saveCalendar } from './calendar-list.tsx';
import type { Since } from './overview-choices.ts';
import { newsTitle, revisionParts, titleOfId } from './words.ts';

/** Items to take away: the brief as Markdown, all changes as CSV, the calendar. */
export function TakeBrief(props: {
  changes: BriefChanges;
  since: Since;
  releases: readonly CalendarRelease[];
}) {
  const { changes, since, releases } = props;
  const catalog = useCatalog().data;
  const client = useQueryClient();
  const clipboard = useClipboard();
  const { version = '' } = useAppState().data ?? {};
  const [message, setMessage] = useState('');
  const markdown = () =>
    copied(() =>
      briefMarkdown(changes, catalog, { words: since.words, now: new Date().toISOString(), version }),
    );
  const stem = `almanac-brief-${changes.at.slice(0, 10)}`;
  const csv = useMutation({
    mutationFn: () =>
      Promise.all(
        changes.datasets.map(async ({ dataset }) => {
          const found = await client.fetchQuery(
            changesQuery(catalog?.data_version, { ...since.asked, dataset, rows: 'all' }),
          );
          return found.datasets;
        }),
      ),
    onSuccess: (found) => {
      const rows = changeRows(found.flat());
      const count = rows.length;
      saveBlob(
        new Blob([csvText([CSV_HEAD, ...rows])], { type: 'text/csv;charset=utf-8' }),
        `almanac-changes-${changes.at.slice(0, 10)}.csv`,
      );
      setMessage(`${countOf(count, 'change')} ${count === 1 ? 'is' : 'are'} saved.`);
    },
    onError: (error) => setMessage(`The changes could not be saved: ${error.message}`),
  });
  const isEmpty = changes.datasets.length === 0;
  const items = [
    {
      ...{ title: 'Copy the brief as Markdown', icon: IconMarkdown, isEmpty },
      take: () => {
        clipboard.copy(markdown());
        setMessage('The brief is copied.');
      },
    },
    {
      ...{ title: 'Save the brief as Markdown', icon: IconFileText, isEmpty },
      take: () => saveBlob(new Blob([markdown()], { type: 'text/markdown;charset=utf-8' }), `${stem}.md`),
    },
    { title: 'Save all changes as CSV', icon: IconTable, isEmpty, take: () => csv.mutate() },
    {
      ...{ title: 'Save the calendar (.ics)', icon: IconCalendarDown, isEmpty: releases.length === 0 },
      take: () => saveCalendar(releases),
    },
  ];
  return (
    <>
      <Menu width={250} position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={15} stroke={1.6} />}
            loading={csv.isPending}
          >
            Take away
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ title, icon: ItemIcon, isEmpty, take }) => (
            <Menu.Item
              key={title}
              leftSection={<ItemIcon size={16} stroke={1.6} />}
              disabled={isEmpty}
              onClick={take}
            >
              {title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span role="status" className="fine quiet">
        {message}
      </span>
    </>
  );
}

/** @returns the brief as Markdown with citations. @param context.words its period; `now` is ISO 8601, UTC */
export function briefMarkdown(
  changes: BriefChanges,
  catalog: Catalog | undefined,
  context: { words: string; now: string; version: string },
): string {
  const parts = changes.datasets.map((news) => {
    const lines = news.series.flatMap((one) => {
      const id = [news.dataset, one.series, one.area].filter(Boolean).join('.');
      const rows = one.revisions.map((revision) => `- ${sentenceText(revisionParts(id, revision))}`);
      const rest = one.revised - rows.length;
      // The CSV has the series without a note.
      if (!one.note) return [];
      return [
        noteText(one.note),
        '',
        ...rows,
        ...(rest > 0 ? [`- and ${rest} smaller ${rest === 1 ? 'revision' : 'revisions'}`] : []),
      ];
    });
    return [`## ${newsTitle(news)}`, '', ...lines].join('\n').trimEnd();
  });
  const citations = changes.datasets.map(({ dataset, series: [first], lists: [list] }) => {
    const { publisher, title = dataset } = findDataset(dataset) ?? {};
    const code = first?.series ?? list?.series ?? '';
    const held = catalog?.datasets.find(({ id }) => id === dataset);
    const name = titleOfId([dataset, code, first?.area].filter(Boolean).join('.'));
    return `- ${citation({ publisher, title: `${title}: ${name}`, id: `${dataset}.${code}`, loaded: held?.last_update ?? null, ...context })}`;
  });
  return `${[`# What is new ${context.words}`, `Almanac ${context.version}, ${context.now.slice(0, 16).replace('T', ' ')} UTC.`, ...parts, '## Sources', citations.join('\n')].join('\n\n')}\n`;
}

const CSV_HEAD = ['dataset', 'series', 'area', 'date', 'old', 'new', 'run'];

/** @param news the news with all rows @returns one row per new or revised observation */
function changeRows(news: readonly DatasetNews[]): string[][] {
  return news.flatMap(({ dataset, series }) =>
    series.flatMap(({ series: code, area, revisions, added }) => {
      const row = (date: string, before: string, after: string, run: number) => [
        dataset,
        code,
        area,
        date,
        before,
        after,
        String(run),
      ];
      return [
        ...revisions.map(({ date, old_value, new_value, run }) => row(date, old_value, new_value, run)),
        ...added.map(({ date, value, run }) => row(date, '', value, run)),
      ];
    }),
  );
}

const csvText = (rows: readonly string[][]): string =>
  `${rows.map((row) => row.map((cell) => csvCell(cell)).join(',')).join('\n')}\n`;

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
import { changesQuery, saveBlob, useCatalog, useHostState } from '../api/index.ts';
import { sentenceText } from '../explain/index.ts';
import { saveCalendar } from './calendar-list.tsx';
import type { Since } from './overview-choices.ts';
import { newsTitle, titleOfId, toldRevision } from './words.ts';

/** What can be taken away: the brief as Markdown, all changes as CSV, the calendar. */
export function TakeBrief(props: {
  changes: BriefChanges;
  since: Since;
  releases: readonly CalendarRelease[];
}) {
  const { changes, since, releases } = props;
  const catalog = useCatalog().data;
  const client = useQueryClient();
  const clipboard = useClipboard();
  const { version = '' } = useHostState().data ?? {};
  const [said, setSaid] = useState('');
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
      const news = found.flat();
      const count = rowCount(news);
      saveBlob(
        new Blob([changesCsv(news)], { type: 'text/csv;charset=utf-8' }),
        `almanac-changes-${changes.at.slice(0, 10)}.csv`,
      );
      setSaid(`${countOf(count, 'change')} ${count === 1 ? 'is' : 'are'} saved.`);
    },
    onError: (error) => setSaid(`The changes could not be saved: ${error.message}`),
  });
  const isEmpty = changes.datasets.length === 0;
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
          <Menu.Item
            leftSection={<IconMarkdown size={16} stroke={1.6} />}
            disabled={isEmpty}
            onClick={() => {
              clipboard.copy(markdown());
              setSaid('The brief is copied.');
            }}
          >
            Copy the brief as Markdown
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileText size={16} stroke={1.6} />}
            disabled={isEmpty}
            onClick={() =>
              saveBlob(new Blob([markdown()], { type: 'text/markdown;charset=utf-8' }), `${stem}.md`)
            }
          >
            Save the brief as Markdown
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTable size={16} stroke={1.6} />}
            disabled={isEmpty}
            onClick={() => csv.mutate()}
          >
            Save all changes as CSV
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCalendarDown size={16} stroke={1.6} />}
            disabled={releases.length === 0}
            onClick={() => saveCalendar(releases)}
          >
            Save the calendar (.ics)
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <span role="status" className="fine quiet">
        {said}
      </span>
    </>
  );
}

/** @param of `words`: since when; `now`: ISO 8601, UTC. @returns the brief as Markdown, with a citation of each dataset. */
export function briefMarkdown(
  changes: BriefChanges,
  catalog: Catalog | undefined,
  of: { words: string; now: string; version: string },
): string {
  const parts = changes.datasets.map((news) => {
    const lines = news.series.flatMap((one) => {
      const id = [news.dataset, one.series, one.area].filter(Boolean).join('.');
      const rows = one.revisions.map((revision) => `- ${sentenceText(toldRevision(id, revision))}`);
      const rest = one.revised - rows.length;
      // A series without a note is in the CSV.
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
    return `- ${citation({ publisher, title: `${title}: ${name}`, id: `${dataset}.${code}`, loaded: held?.last_update ?? null, ...of })}`;
  });
  return `${[`# What is new ${of.words}`, `Almanac ${of.version}, ${of.now.slice(0, 16).replace('T', ' ')} UTC.`, ...parts, '## Sources', citations.join('\n')].join('\n\n')}\n`;
}

/** @param news each with all of its rows. @returns all changes as CSV: a row a new or revised observation. */
function changesCsv(news: readonly DatasetNews[]): string {
  const rows = news.flatMap(({ dataset, series }) =>
    series.flatMap((one) => [
      ...one.revisions.map((row) => [
        dataset,
        one.series,
        one.area,
        row.date,
        row.old_value,
        row.new_value,
        String(row.run),
      ]),
      ...one.added.map((row) => [dataset, one.series, one.area, row.date, '', row.value, String(row.run)]),
    ]),
  );
  const head = ['dataset', 'series', 'area', 'date', 'old', 'new', 'run'];
  return `${[head, ...rows].map((row) => row.map((cell) => csvCell(cell)).join(',')).join('\n')}\n`;
}

/** @param news each with all of its rows. @returns how many rows `changesCsv` makes of them. */
function rowCount(news: readonly DatasetNews[]): number {
  return news.reduce(
    (sum, { series }) =>
      sum + series.reduce((rows, one) => rows + one.revisions.length + one.added.length, 0),
    0,
  );
}

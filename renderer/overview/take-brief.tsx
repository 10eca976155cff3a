import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCalendarDown, IconDownload, IconFileText, IconMarkdown, IconTable } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BriefChanges, CalendarRelease } from '../../service/contract/brief.ts';
import { copied, countOf } from '../../service/series-math/decimal-text.ts';
import { changesQuery, saveBlob, useCatalog, useHostState } from '../api/index.ts';
import { briefMarkdown, changesCsv, rowCount } from './brief-files.ts';
import { saveCalendar } from './calendar-list.tsx';
import type { Since } from './overview-search.ts';

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

import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { FORMAT_CHOICES } from '../../service/contract/table-formats.ts';
import { menuActions, useAutoRefresh, useDataState, useHostState, useRefresh } from '../api/index.ts';
import type { SearchAction } from '../picker/index.ts';
import { offeredActions } from './offered-actions.ts';
import { useScreens } from './screens-context.ts';

/** 'csv excel xlsx parquet json'. */
const FORMAT_WORDS = FORMAT_CHOICES.map(({ format, isForExcel }) => (isForExcel ? 'excel' : format)).join(
  ' ',
);

const THEMES = [
  { scheme: 'light', title: 'Light appearance' },
  { scheme: 'dark', title: 'Dark appearance' },
  { scheme: 'auto', title: 'As the system: light or dark' },
] as const;

/** Actions of the desktop's menus that the search offers too, while the current screen can do them. */
const MENU_ACTIONS = [
  {
    action: 'export-data',
    title: 'Export data',
    words: `download save ${FORMAT_WORDS} file take away`,
  },
  {
    action: 'export-image',
    title: 'Save the chart as PNG',
    words: 'image picture download export take away',
  },
] as const;

/** @returns the actions of the search, except those for series and datasets. @param announce shows a result that is visible nowhere else */
export function useSearchActions(announce: (text: string) => void): readonly SearchAction[] {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const refresh = useRefresh();
  const { datasets = [], auto_refresh: autoRefresh } = useDataState().data ?? {};
  const setAutoRefresh = useAutoRefresh();
  const baseUrl = useHostState().data?.base_url;
  const refreshable = datasets.filter((one) => one.can_refresh).map((one) => one.dataset);
  const screens = useScreens();
  return [
    ...screens.map(({ path, title, words }) => ({
      id: `screen:${path}`,
      title,
      detail: 'Screen',
      words: `${words} screen go to open`,
      run: () => router.history.push(path),
    })),
    ...THEMES.map(({ scheme, title }) => ({
      id: `theme:${scheme}`,
      title,
      detail: 'Appearance',
      words: 'theme mode colour color scheme toggle',
      run: () => setColorScheme(scheme),
    })),
    ...MENU_ACTIONS.flatMap(({ action, title, words }) => {
      const run = menuActions().get(action);
      return run ? [{ id: action, title, detail: 'Chart', words, run }] : [];
    }),
    ...offeredActions(),
    ...(autoRefresh === undefined
      ? []
      : [
          {
            id: 'auto-refresh',
            title: autoRefresh ? 'Do not refresh after releases' : 'Refresh after each release',
            detail: `Setting, is ${autoRefresh ? 'on' : 'off'}`,
            words: 'automatic settings preferences schedule update',
            run: () => setAutoRefresh.mutate(!autoRefresh),
          },
          {
            id: 'publisher-settings',
            title: 'Settings of refreshes: FRED and contact',
            detail: 'Setting',
            words: 'settings preferences publisher options',
            run: () => router.history.push('/data#get-data'),
          },
        ]),
    {
      id: 'copy-link',
      title: 'Copy link to this view',
      detail: 'Action',
      words: 'url address share',
      run: () =>
        void navigator.clipboard.writeText(window.location.href).then(
          () => announce('Link copied'),
          () => announce('The link could not be copied'),
        ),
    },
    ...(refreshable.length > 0
      ? [
          {
            id: 'refresh',
            title: 'Refresh all data',
            detail: 'Action',
            words: 'update fetch download publishers',
            run: () => {
              refresh.mutate(refreshable);
              router.history.push('/data');
            },
          },
        ]
      : []),
    ...(baseUrl
      ? [
          {
            id: 'docs',
            title: 'API docs',
            detail: 'Opens in the browser',
            words: 'documentation openapi reference help',
            run: () => void window.open(`${baseUrl}/docs`, '_blank', 'noreferrer'),
          },
        ]
      : []),
  ];
}

import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { WindowAction } from '../../service/contract/desktop.ts';
import {
  fileDialog,
  menuActions,
  showDownload,
  useAutoRefresh,
  useCan,
  useDataState,
  useHostState,
  useQuit,
  useRefresh,
  windowActions,
} from '../api/index.ts';
import type { SearchAction } from '../picker/index.ts';
import { GET_DATA, IMPORT_FILE } from './data-fragments.ts';
import { ownAction, useScreenActions } from './offered-actions.ts';
import { useScreens } from './screens-context.ts';
import { screenAction } from './shortcut-list.ts';

/** Actions of the desktop's menus that the search offers too, while the current screen can do them. */
const MENU_ACTIONS = ['export-data', 'export-image', 'copy-image'] as const;

/** What only the desktop's window can do. */
const WINDOW_ACTIONS = WindowAction.enum;

/** @returns the actions of the search, except those for series and datasets. @param announce shows a result that is visible nowhere else */
export function useSearchActions(announce: (text: string) => void): readonly SearchAction[] {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const refresh = useRefresh();
  const { datasets = [], auto_refresh: autoRefresh } = useDataState().data ?? {};
  const setAutoRefresh = useAutoRefresh();
  const { base_url: baseUrl, mode } = useHostState().data ?? {};
  const quit = useQuit();
  const canImport = useCan('import');
  const refreshable = datasets.filter((one) => one.can_refresh).map((one) => one.dataset);
  const screens = useScreens();
  const open = (path: string) => router.history.push(path);
  const reveal = showDownload();
  const ofWindow = windowActions();
  const ofScreen = useScreenActions();
  return [
    ...screens.map(({ path, title, words }) => ({
      id: screenAction(path),
      title,
      detail: 'Screen',
      words: `${words} screen go to open`,
      run: () => open(path),
    })),
    ...(['light', 'dark', 'auto'] as const).map((scheme) =>
      ownAction(`theme-${scheme}`, () => setColorScheme(scheme), { detail: 'Appearance' }),
    ),
    ...MENU_ACTIONS.flatMap((id) => {
      const run = menuActions().get(id);
      return run ? [ownAction(id, run, { detail: 'Chart' })] : [];
    }),
    ...ofScreen,
    ...(autoRefresh === undefined || !canImport
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
            run: () => open(`/data#${GET_DATA}`),
          },
        ]),
    ownAction(
      'copy-link',
      () =>
        void navigator.clipboard.writeText(window.location.href).then(
          () => announce('Link copied'),
          () => announce('The link could not be copied'),
        ),
    ),
    ...(refreshable.length > 0 && canImport
      ? [
          ownAction('refresh', () => {
            refresh.mutate(refreshable);
            open('/data');
          }),
        ]
      : []),
    ...(canImport ? [ownAction('import', fileDialog() ?? (() => open(`/data#${IMPORT_FILE}`)))] : []),
    ...(reveal ? [ownAction('reveal-download', reveal)] : []),
    ...(ofWindow ? WINDOW_ACTIONS.map((id) => ownAction(id, () => ofWindow(id), { detail: 'Window' })) : []),
    ...(mode === 'browser'
      ? [
          ownAction(
            'quit',
            () => void quit().catch((error: Error) => announce(`Not ended. ${error.message}`)),
          ),
        ]
      : []),
    ...(baseUrl
      ? [
          ownAction('docs', () => void window.open(`${baseUrl}/docs`, '_blank', 'noreferrer'), {
            detail: 'Opens in the browser',
          }),
        ]
      : []),
  ];
}

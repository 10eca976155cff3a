import { useMantineColorScheme } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { WindowAction } from '../../service/contract/desktop.ts';
import { SETTINGS_FILE } from '../../service/contract/names.ts';
import type { SavedItem } from '../../service/contract/saved.ts';
import { SETTINGS, type SettingRow } from '../../service/contract/settings.ts';
import { DATASETS, type Dataset } from '../../service/datasets/index.ts';
import { type SeriesChoice, seriesId, shortTitle } from '../../service/datasets/series-choice.ts';
import { parseFormula, plainFormula } from '../../service/series-math/formula.ts';
import { slotLetter } from '../../service/view/index.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import {
  fileDialog,
  menuActions,
  showDownload,
  useAppState,
  useAutoRefresh,
  useCan,
  useDataState,
  usePreferences,
  useQuit,
  useRefresh,
  useSaved,
  useSetSettings,
  useSettings,
  windowActions,
} from '../api/index.ts';
import type { SearchAction } from '../picker/index.ts';
import { addFormula, addSeries, hasSeries, lineCount, openItem } from '../view/index.ts';
import { GET_DATA, IMPORT_FILE } from './help-link.tsx';
import { ownAction, useScreenActions, useScreens } from './hooks.ts';
import { keysOfActions, pressedKeyText, screenAction, shortcutGroups } from './shortcut-list.ts';
import type { FoundPlace } from './types.ts';

export type Ways = {
  /** Closes the palette and shows a chart. */
  show: (view: View, problems?: readonly string[]) => void;
  /** Closes the palette and opens an address of the app. */
  open: (address: string) => void;
  showNames: () => void;
  onMessage: (text: string) => void;
};

/** @returns the chart's state, or 'CA': the state to use for datasets that are split by state. */
export const stateOf = (view: View): string =>
  view.series.find(({ choice }) => choice.area !== '')?.choice.area ?? 'CA';

/** All actions that the palette offers now. @param view Explore's chart @param target gets a dataset */
export function usePaletteActions(view: View, target: View, ways: Ways): readonly SearchAction[] {
  const { open, show } = ways;
  const screens = useScreens();
  const preferences = usePreferences();
  const settings = useSettings() ?? preferences;
  const setSettings = useSetSettings();
  const hasFile = useCan('computer');
  const saved = useSaved().data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` does the same in every render
  const items = useMemo(() => savedActions(saved ?? [], open), [saved]);
  const places = usePlaceActions(open);
  const appActions = useSearchActions(ways.onMessage);
  const showDataset = (headline: SeriesChoice) => {
    if (hasSeries(target, seriesId(headline)) || lineCount(target) < MOST_SERIES)
      show(addSeries(target, headline));
    else ways.onMessage(`${MOST_SERIES} of ${MOST_SERIES} lines are shown: remove one`);
  };
  const tryPath = (path: string) => open(`/access?${new URLSearchParams({ try: path })}`);
  const keys = keysOfActions(shortcutGroups(screens, fileDialog() !== undefined));
  const isMac = navigator.platform.startsWith('Mac');
  return [
    ...appActions,
    ownAction('names', ways.showNames, { staysOpen: true }),
    ...items,
    ...settingActions({
      values: settings,
      set: (name, value) =>
        setSettings.mutate({ [name]: value }, { onError: ({ message }) => ways.onMessage(message) }),
      open,
      items: saved ?? [],
      hasFile,
    }),
    ...places,
    ...datasetActions(stateOf(view), showDataset, tryPath),
  ].map((action) => {
    const own = keys.get(action.id);
    return own ? { ...action, keys: own.map((key) => pressedKeyText(key, isMac)) } : action;
  });
}

/** The searchable places of all screens, loaded while the palette is open. */
function usePlaceActions(open: (address: string) => void): readonly SearchAction[] {
  const screens = useScreens();
  const [actions, setActions] = useState<readonly SearchAction[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` does the same in every render
  useEffect(() => {
    let isOver = false;
    const load = screens.map(async ({ title, places }) =>
      placeActions((await places?.()) ?? [], title, open),
    );
    void Promise.all(load).then((all) => isOver || setActions(all.flat()));
    return () => {
      isOver = true;
    };
  }, [screens]);
  return actions;
}

/** Menu actions of the desktop that the search also offers if the current screen supports them. */
const MENU_ACTIONS = ['export-data', 'export-image', 'copy-image'] as const;

/** @returns all actions except series and datasets. @param announce shows an otherwise invisible result */
function useSearchActions(announce: (text: string) => void): readonly SearchAction[] {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const refresh = useRefresh();
  const { datasets = [], auto_refresh: autoRefresh } = useDataState().data ?? {};
  const setAutoRefresh = useAutoRefresh();
  const { base_url: baseUrl, mode } = useAppState().data ?? {};
  const quit = useQuit();
  const canImport = useCan('import');
  const refreshable = datasets.filter((one) => one.can_refresh).map((one) => one.dataset);
  const screens = useScreens();
  const open = (path: string) => router.history.push(path);
  const reveal = showDownload();
  const desktopActions = windowActions();
  const screenActions = useScreenActions();
  const copyLink = () =>
    void navigator.clipboard.writeText(window.location.href).then(
      () => announce('Link copied'),
      () => announce('The link could not be copied'),
    );
  const refreshAll = () => {
    refresh.mutate(refreshable);
    open('/data');
  };
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
    ...screenActions,
    ...onlyIf(
      canImport && autoRefresh !== undefined,
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
    ),
    ownAction('copy-link', copyLink),
    ...onlyIf(canImport && refreshable.length > 0, ownAction('refresh', refreshAll)),
    ...onlyIf(canImport, ownAction('import', fileDialog() ?? (() => open(`/data#${IMPORT_FILE}`)))),
    ...(reveal ? [ownAction('reveal-download', reveal)] : []),
    ...(desktopActions
      ? WindowAction.enum.map((id) => ownAction(id, () => desktopActions(id), { detail: 'Window' }))
      : []),
    ...onlyIf(
      mode === 'browser',
      ownAction('quit', () => void quit().catch(({ message }: Error) => announce(`Not ended. ${message}`))),
    ),
    ...onlyIf(
      baseUrl !== undefined,
      ownAction('docs', () => void window.open(`${baseUrl}/docs`, '_blank', 'noreferrer'), {
        detail: 'Opens in the browser',
      }),
    ),
  ];
}

const onlyIf = (condition: boolean, ...actions: readonly SearchAction[]) => (condition ? actions : []);

/** Settings for which the palette has other actions. */
const SETTINGS_WITH_ACTIONS: readonly string[] = ['theme'];
/** Limit of saved views offered as the start screen; Settings lists all. */
const MOST_STARTS = 100;

/**
 * @param given.values current settings by name; a missing one has its default @param given.items views and
 * boards offered as the start screen @param given.hasFile whether settings.json can be changed here
 * @returns an action for each switch and each value to choose: the palette stays open and shows the new
 * value. A setting to type opens in Settings.
 */
export function settingActions(given: {
  values: Readonly<Record<string, unknown>>;
  set: (name: string, value: unknown) => void;
  open: (address: string) => void;
  items?: readonly SavedItem[];
  hasFile?: boolean;
}): SearchAction[] {
  const { values, set, open, items = [], hasFile = true } = given;
  return SETTINGS.flatMap((row): SearchAction | SearchAction[] => {
    const { name, title } = row;
    if (SETTINGS_WITH_ACTIONS.includes(name) || (!hasFile && row.keptIn === SETTINGS_FILE)) return [];
    const now = values[name] ?? row.default;
    const setTo = (id: string, value: unknown) => ({ id, staysOpen: true, run: () => set(name, value) });
    const choices = name === 'start_screen' ? [...(row.choices ?? []), ...startsOf(items)] : row.choices;
    if (choices)
      return choices.map((choice) => ({
        ...setTo(`setting:${name}:${choice.value}`, choice.value),
        ...settingLabels(row, choice.value === now ? 'Setting, current value' : 'Setting'),
        title: `${title}: ${choice.title}`,
      }));
    if (typeof row.default === 'boolean')
      return {
        ...setTo(`setting:${name}`, !now),
        ...settingLabels(row, `Setting, is ${now ? 'on' : 'off'}`, 'on off switch'),
      };
    const address = `/settings?${new URLSearchParams({ q: title })}`;
    return {
      ...settingLabels(row, `Setting, is ${textOf(now)}`),
      ...{ id: `setting:${name}`, title: `${title}…`, address, run: () => open(address) },
    };
  });
}

function settingLabels({ title, text, words }: SettingRow, detail: string, more = '') {
  return { title, detail, words: `${words} ${more} setting preference`, facts: text };
}

/** Saved views and boards as choices of the start screen. */
function startsOf(items: readonly SavedItem[]): { value: string; title: string }[] {
  return items
    .filter(({ kind, deleted_at }) => kind !== 'list' && deleted_at === null)
    .slice(0, MOST_STARTS)
    .map(({ id, name }) => ({ value: `item:${id}`, title: name }));
}

function textOf(value: unknown): string {
  return (Array.isArray(value) ? value.join(', ') : String(value)) || 'none';
}

/**
 * @returns an action for each dataset, which shows its headline series, and for each list of constituents,
 * which opens its API request in 'Try it' because a list has no history to draw.
 * @param state the state of the headline series, in datasets that are split by state
 */
export function datasetActions(
  state: string,
  show: (choice: SeriesChoice) => void,
  tryPath: (path: string) => void,
): SearchAction[] {
  return DATASETS.flatMap((dataset): SearchAction[] =>
    dataset.kind === 'list'
      ? dataset.series.map((list) => ({
          id: `list:${list.code}`,
          title: `${list.code}: ${list.title}`,
          detail: 'List, by the API',
          words: `${list.synonyms.join(' ')} ${wordsOf(dataset)}`,
          isDataset: true,
          run: () => tryPath(`/${dataset.id}/series=${encodeURIComponent(list.code)}`),
        }))
      : [
          {
            id: `dataset:${dataset.id}`,
            title: dataset.title,
            detail: dataset.series.length === 1 ? 'Dataset' : `Dataset, ${dataset.series.length} series`,
            words: wordsOf(dataset),
            isDataset: true,
            run: () =>
              show({ dataset: dataset.id, code: dataset.headline, area: dataset.byState ? state : '' }),
          },
        ],
  );
}

function wordsOf({ id, publisher }: Dataset): string {
  return `${id} ${publisher} dataset`;
}

const KINDS = { view: 'Saved view', board: 'Saved board', list: 'Saved list' } as const;

/** @returns an action for each saved item that is not deleted; it opens the item. */
export function savedActions(items: readonly SavedItem[], open: (address: string) => void): SearchAction[] {
  return items
    .filter(({ deleted_at: deletedAt }) => deletedAt === null)
    .map((item) => ({
      ...{ id: `item:${item.id}`, title: item.name, detail: KINDS[item.kind], words: `${item.folder} saved` },
      run: () => open(openItem(item)),
    }));
}

/** @returns an action for each place of a screen, such as a guide page. @param detail the screen's title */
export function placeActions(
  places: readonly FoundPlace[],
  detail: string,
  open: (address: string) => void,
): SearchAction[] {
  return places.map(({ title, words, address }) => ({
    ...{ id: address, title, detail, words, address },
    run: () => open(address),
  }));
}

/** @returns an action that adds a formula of the chart's letters ('a-b'), or a sentence about its mistake. */
export function formulaAction(
  view: View,
  text: string,
  show: (view: View) => void,
): { action?: SearchAction; problem?: string } {
  const letters = view.series.map(({ slot }) => slotLetter(slot));
  const letterMeanings = view.series
    .map(({ choice }, i) => `${letters[i]} is ${shortTitle(choice)}`)
    .join(', ');
  if (letters.length === 0)
    return {
      problem: 'A formula needs series: add one to the chart in Explore first, which gives it a letter.',
    };
  if (text === '')
    return { problem: `A formula of the chart’s series, as =${letters.at(0)}/1000: ${letterMeanings}.` };
  const parsed = parseFormula(text, letters);
  if (!parsed.isRight) return { problem: `${parsed.message} Here ${letterMeanings}.` };
  const plain = plainFormula(text);
  if (view.formulas.some((one) => one.text === plain)) return { problem: 'This formula is shown already.' };
  if (lineCount(view) >= MOST_SERIES)
    return { problem: `${MOST_SERIES} of ${MOST_SERIES} lines are shown: remove one to add the formula.` };
  const action = {
    id: 'formula',
    title: `Add ${plain} to the chart`,
    detail: 'Formula',
    words: '',
    facts: letterMeanings,
  };
  return { action: { ...action, run: () => show(addFormula(view, plain)) } };
}

import { useEffect, useMemo, useState } from 'react';
import { type SeriesChoice, seriesId } from '../../../service/datasets/series-choice.ts';
import { MOST_SERIES, type View } from '../../../service/view/types.ts';
import {
  fileDialog,
  useCan,
  usePreferences,
  useSaved,
  useSetSettings,
  useSettings,
} from '../../api/index.ts';
import type { SearchAction } from '../../picker/index.ts';
import { addSeries, hasSeries, lineCount } from '../../view/index.ts';
import { datasetActions } from '../dataset-actions.ts';
import { ownAction } from '../offered-actions.ts';
import { useScreens } from '../screens-context.ts';
import { keysOfActions, pressedKeyText, shortcutGroups } from '../shortcut-list.ts';
import { useSearchActions } from '../use-search-actions.ts';
import { placeActions, savedActions } from './place-actions.ts';
import { settingActions } from './setting-actions.ts';

/** What the palette can do with what it finds. */
export type Ways = {
  /** Closes the palette and shows a chart. */
  show: (view: View, problems?: readonly string[]) => void;
  /** Closes the palette and opens an address of the app. */
  open: (address: string) => void;
  showNames: () => void;
  onMessage: (text: string) => void;
};

/** @returns the state whose series are meant, of datasets that are split by state: that of the chart. */
export const stateOf = (view: View): string =>
  view.series.find(({ choice }) => choice.area !== '')?.choice.area ?? 'CA';

/**
 * @param view the chart that Explore shows, or showed last. @param target the chart to which a dataset is added
 * @returns all actions that the palette offers now by their words, with their keys.
 */
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

/** The places of all screens that have such a list, loaded while the palette is open. */
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

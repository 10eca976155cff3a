import { FREQUENCIES, FREQUENCY_NAMES, type Units } from '../../service/series-math/fred-codes.ts';
import { PRESETS, type Preset } from '../../service/view/index.ts';
import { LINE_TYPES, type LineType, type View } from '../../service/view/types.ts';
import { UNIT_CHOICES, unitsOfKey } from '../legend/index.ts';
import type { SearchAction } from '../picker/index.ts';
import { PRESET_NAMES } from '../range/index.ts';

export const TYPE_NAMES: Readonly<Record<LineType, string>> = {
  line: 'Lines',
  area: 'Areas',
  stacked: 'Stacked areas',
  bar: 'Bars',
  step: 'Steps',
};

const OTHER_WORDS: Readonly<Partial<Record<Units, string>>> = {
  ch1: 'difference',
  pc1: 'yoy year over year on growth rate',
  pch: 'mom qoq month over month growth rate',
  pca: 'annualized annualised saar growth rate',
  nbd: 'rebase 100 base',
};

/** Functions to change the view. `undo` and `redo` are absent if there is nothing to undo or redo. */
type ViewWays = {
  change: (view: View) => void;
  newChart: () => View;
  undo?: (() => void) | undefined;
  redo?: (() => void) | undefined;
};

/** @returns the chart's actions for the global search, from options and ranges to undo and redo. */
export function chartActions(
  view: View,
  { change, newChart, undo, redo }: ViewWays,
  layout: ExploreLayout,
): SearchAction[] {
  const action = (id: string, title: string, words: string, run: () => void, detail = 'Chart') => ({
    id: `chart:${id}`,
    title,
    detail,
    words: `${words} chart`,
    run,
  });
  const isOn = (on: boolean) => `Chart, is ${on ? 'on' : 'off'}`;
  const set = (part: Partial<View>) => () => change({ ...view, ...part });
  return [
    ...(undo ? [action('undo', 'Undo', 'step back', undo)] : []),
    ...(redo ? [action('redo', 'Redo', 'again', redo)] : []),
    action('log', 'Logarithmic axis', 'log scale linear', set({ isLog: !view.isLog }), isOn(view.isLog)),
    action(
      'recessions',
      'Recession bands',
      'recessions nber shaded',
      set({ hasRecessions: !view.hasRecessions }),
      isOn(view.hasRecessions),
    ),
    action(
      'table',
      view.tableOpen ? 'Close the table' : 'Open the table',
      'show hide rows',
      set({ tableOpen: !view.tableOpen }),
    ),
    action(
      'alone',
      layout.isAlone ? 'Show everything around the chart' : 'The chart alone',
      'full screen focus maximize',
      layout.toggleAlone,
    ),
    action(
      'picker',
      layout.isPickerOpen ? 'Fold the series to choose from' : 'Unfold the series to choose from',
      'picker sidebar panel show hide',
      layout.togglePicker,
    ),
    action('new', 'New chart', 'clear the empty remove all lines start again reset', () =>
      change(newChart()),
    ),
    ...LINE_TYPES.map((type) =>
      action(`type:${type}`, `Draw as ${TYPE_NAMES[type].toLowerCase()}`, 'type line bar', set({ type })),
    ),
    ...PRESETS.map((preset) => {
      const title = `Range: ${PRESET_NAMES[preset].toLowerCase()}`;
      return action(`range:${preset}`, title, `${preset} dates zoom`, set({ range: { preset } }));
    }),
    ...UNIT_CHOICES.map(({ value: units, label }) =>
      action(`units:${units}`, `Units: ${label}`, `transform ${OTHER_WORDS[units] ?? ''}`, set({ units })),
    ),
    action('frequency:own', 'Frequency: as published', 'original', set({ frequency: undefined })),
    ...FREQUENCIES.filter((code) => code !== 'd').map((frequency) => {
      const title = `Frequency: ${FREQUENCY_NAMES[frequency].toLowerCase()}`;
      return action(`frequency:${frequency}`, title, 'aggregate', set({ frequency }));
    }),
  ];
}

export type ExploreLayout = {
  isPickerOpen: boolean;
  togglePicker: () => void;
  /** Whether the chart is shown without picker, tools, overview, table and panels. */
  isAlone: boolean;
  toggleAlone: () => void;
};

type ViewKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/**
 * Changes the view by a key. 1 to 9 set the units, 0 the index, Alt+L the log axis, Alt+P the index and back.
 * [ and ] choose the next shorter or longer of the `useful` presets.
 */
export function viewAfterKey(
  view: View,
  { key, altKey, ctrlKey, metaKey }: ViewKey,
  useful: readonly Preset[] = PRESETS,
): View | undefined {
  if (ctrlKey || metaKey) return undefined;
  if (altKey) {
    if (key.toLowerCase() === 'l') return { ...view, isLog: !view.isLog };
    if (key.toLowerCase() === 'p') return { ...view, units: view.units === 'nbd' ? 'lin' : 'nbd' };
    return undefined;
  }
  const units = unitsOfKey(key);
  if (units !== undefined) return { ...view, units };
  if (key !== '[' && key !== ']') return undefined;
  const at = 'preset' in view.range ? PRESETS.indexOf(view.range.preset) : key === '[' ? PRESETS.length : -1;
  const next = key === '[' ? PRESETS.slice(0, at).toReversed() : PRESETS.slice(at + 1);
  const preset = next.find((one) => useful.includes(one));
  return preset && { ...view, range: { preset } };
}

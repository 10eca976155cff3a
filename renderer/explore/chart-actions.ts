import { FREQUENCIES, FREQUENCY_NAMES } from '../../service/series-math/fred-codes.ts';
import { PRESETS } from '../../service/view/index.ts';
import { UNIT_CHOICES } from '../legend/index.ts';
import type { SearchAction } from '../picker/index.ts';
import { PRESET_NAMES } from '../range/index.ts';
import { LINE_TYPES, type LineType, type View } from '../view/index.ts';

export const TYPE_NAMES: Readonly<Record<LineType, string>> = {
  line: 'Lines',
  area: 'Areas',
  stacked: 'Stacked areas',
  bar: 'Bars',
  step: 'Steps',
};

/** Ways to change the view. `undo` and `redo` are absent when there is nothing to undo or redo. */
type ViewWays = {
  change: (view: View) => void;
  undo?: (() => void) | undefined;
  redo?: (() => void) | undefined;
};

/** @returns the chart's actions for the global search: options, ranges, the table, undo and redo. */
export function chartActions(view: View, { change, undo, redo }: ViewWays): SearchAction[] {
  const action = (id: string, title: string, words: string, run: () => void, detail = 'Chart') => ({
    id: `chart:${id}`,
    title,
    detail,
    words: `${words} chart`,
    run,
  });
  const isOn = (on: boolean) => `Chart, is ${on ? 'on' : 'off'}`;
  return [
    ...(undo ? [action('undo', 'Undo', 'step back', undo)] : []),
    ...(redo ? [action('redo', 'Redo', 'again', redo)] : []),
    action(
      'log',
      'Logarithmic axis',
      'log scale linear',
      () => change({ ...view, isLog: !view.isLog }),
      isOn(view.isLog),
    ),
    action(
      'recessions',
      'Recession bands',
      'recessions nber shaded',
      () => change({ ...view, hasRecessions: !view.hasRecessions }),
      isOn(view.hasRecessions),
    ),
    action('table', view.tableOpen ? 'Close the table' : 'Open the table', 'show hide rows', () =>
      change({ ...view, tableOpen: !view.tableOpen }),
    ),
    ...LINE_TYPES.map((type) =>
      action(`type:${type}`, `Draw as ${TYPE_NAMES[type].toLowerCase()}`, 'type line bar', () =>
        change({ ...view, type }),
      ),
    ),
    ...PRESETS.map((preset) =>
      action(`range:${preset}`, `Range: ${PRESET_NAMES[preset].toLowerCase()}`, `${preset} dates zoom`, () =>
        change({ ...view, range: { preset } }),
      ),
    ),
    ...UNIT_CHOICES.map(({ value, label }) =>
      action(`units:${value}`, `Units: ${label}`, 'transform', () => change({ ...view, units: value })),
    ),
    action('frequency:own', 'Frequency: as published', 'original', () =>
      change({ ...view, frequency: undefined }),
    ),
    ...FREQUENCIES.filter((code) => code !== 'd').map((frequency) =>
      action(
        `frequency:${frequency}`,
        `Frequency: ${FREQUENCY_NAMES[frequency].toLowerCase()}`,
        'aggregate',
        () => change({ ...view, frequency }),
      ),
    ),
  ];
}

import { PRESETS, type Preset } from '../../service/view/index.ts';
import type { View } from '../../service/view/types.ts';
import { unitsOfKey } from '../legend/index.ts';

type ViewKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/**
 * Applies a key that was pressed on the chart to the view: 1 to 9 set the units, 0 the index, [ and ] the shorter or longer preset,
 * Alt+L the log axis, Alt+P the index and back.
 * @param useful the presets to choose from. @returns `undefined` for any other key.
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

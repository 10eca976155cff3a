/** The door of the room: which days are looked at. */
export { DateField } from './date-field.tsx';
export { recessionStarts } from './more-ranges.ts';
export { DATE_FORMS, parseDate, rangeProblem } from './parse-date.ts';
export {
  goesOn,
  isPreset,
  PRESET_NAMES,
  PRESETS,
  type Preset,
  type RangeChoice,
  resolveRange,
} from './presets.ts';
export { RangeBar } from './range-bar.tsx';
export { isSameRange, type RangeSearch, rangeSearch, readRange } from './range-search.ts';
export { usefulPresets } from './too-short.ts';

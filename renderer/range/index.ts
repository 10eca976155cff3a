/** The door of the room: which days are looked at. */
export { shiftMonths, today } from './calendar.ts';
export { rangeProblem } from './parse-date.ts';
export { isPreset, PRESET_NAMES, PRESETS, type Preset, type RangeChoice, resolveRange } from './presets.ts';
export { RangeBar } from './range-bar.tsx';

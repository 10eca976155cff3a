/** The door of the room: which days are looked at. */
export { DateField } from './date-field.tsx';
export { DayStepper } from './day-stepper.tsx';
export { heldRange, heldSeries } from './held-range.ts';
export { recessionStarts } from './more-ranges.ts';
export { DATE_FORMS, parseDate } from './parse-date.ts';
export { type ParsedRange, parseWhole } from './parse-range.ts';
export { isSameRange, PRESET_NAMES, readRange } from './presets.ts';
export { RangeBar } from './range-bar.tsx';
export { rangeWords } from './saved-ranges.ts';
export { usefulPresets } from './too-short.ts';

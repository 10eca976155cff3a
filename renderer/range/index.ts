/** Choosing the days to show. */
export { DateField } from './date-field.tsx';
export { DayStepper } from './day-stepper.tsx';
export { recessionStarts } from './more-ranges.tsx';
export { DATE_FORMS, type ParsedRange, parseDate, parseWhole } from './parse-date.ts';
export {
  heldRange,
  heldSeries,
  isSameRange,
  PRESET_NAMES,
  rangeWords,
  readRange,
  usefulPresets,
} from './presets.ts';
export { RangeBar } from './range-bar.tsx';

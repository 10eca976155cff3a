/** The door of the room: the shown lines as rows of a legend, their style, and formulas of them. */
export { AverageInput } from './average-input.tsx';
export { frequencyChoices } from './frequency-choices.ts';
export { IndexDate } from './index-date.tsx';
export { Legend } from './legend.tsx';
export { legendValues, whyEmpty } from './legend-values.ts';
export { UNIT_CHOICES, unitsOfKey } from './unit-choices.ts';

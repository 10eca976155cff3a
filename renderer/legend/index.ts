/** The shown lines as rows of a legend, their style, and formulas of them. */

export { frequencyChoices, UNIT_CHOICES, unitsOfKey } from './frequency-choices.ts';
export { AverageInput, IndexDate } from './index-date.tsx';
export { Legend } from './legend.tsx';
export { legendValues, whyEmpty } from './legend-values.ts';

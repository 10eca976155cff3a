/** The shown lines as rows of a legend, their styles, and formulas of lines. */

export { frequencyChoices, UNIT_CHOICES, unitsOfKey } from './frequency-choices.ts';
export { AverageInput, IndexDate } from './index-date.tsx';
export { Legend } from './legend.tsx';
export { legendValues, whyEmpty } from './legend-values.ts';

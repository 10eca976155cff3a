/** The door of the room: the shown lines as chips, their style, and formulas of them. */
export { AverageInput } from './average-input.tsx';
export { FormulaButton } from './formula-button.tsx';
export { frequencyChoices } from './frequency-choices.ts';
export { IndexDate } from './index-date.tsx';
export { LineChips } from './line-chips.tsx';
export { UNIT_CHOICES, unitsOfKey } from './unit-choices.ts';

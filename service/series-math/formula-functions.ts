/** The functions that a formula may use: their names, what they take, and what is said of them in messages and documents. */

export type FunctionName = 'ma' | 'lag' | 'min' | 'max' | 'abs' | 'ln' | 'exp';

type FormulaFunction = {
  /** 'count': a value and a whole number from 1 on; 'one': a value; 'many': two values or more. */
  takes: 'count' | 'one' | 'many';
  /** What it makes of the values, for the reference. */
  text: string;
};

export const FUNCTIONS: Readonly<Record<FunctionName, FormulaFunction>> = {
  ma: {
    takes: 'count',
    text: 'the average of the last n observations',
  },
  lag: { takes: 'count', text: 'the value n observations before' },
  min: { takes: 'many', text: 'the smallest, where all have a value' },
  max: { takes: 'many', text: 'the largest, where all have a value' },
  abs: { takes: 'one', text: 'the value without its sign' },
  ln: { takes: 'one', text: 'the natural logarithm, of values above 0' },
  exp: { takes: 'one', text: 'e to the power of the value' },
};
export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as readonly FunctionName[];

/** Digits of the largest number of observations: more than any series has. */
export const MOST_COUNT_DIGITS = 5;

/** @returns whether a text is the name of a function. */
export function isFunctionName(text: string): text is FunctionName {
  return Object.hasOwn(FUNCTIONS, text);
}

/** @param letters of the formula's lines. @returns how a function is written: `ma(a,4)`, `min(a,b)`, `abs(a)`. */
export function functionExample(name: FunctionName, [first = 'a', second = '0']: readonly string[]): string {
  const { takes } = FUNCTIONS[name];
  if (takes === 'one') return `${name}(${first})`;
  return `${name}(${first},${takes === 'many' ? second : name === 'ma' ? 4 : 1})`;
}

/** @returns a sentence that says what a function takes: "'ma' needs a line and a whole number, for example ma(a,4)." */
export function functionNeeds(name: FunctionName, letters: readonly string[]): string {
  const what = { count: 'a line and a whole number', one: 'one line', many: 'two lines or more' };
  return `'${name}' needs ${what[FUNCTIONS[name].takes]}, for example ${functionExample(name, letters)}.`;
}

import { nearestName } from '../datasets/nearest-name.ts';

/**
 * Formulas of series: `(a - ma(b, 4)) / c * 100`, with variables a to h, numbers, + - * / ^, unary minus,
 * parentheses and functions. Powers come first and group to the right, then unary minus (-a^2 is -(a^2)),
 * then * and /, then + and -. No library: jsep 1.6 gives no positions of nodes and applies unary minus before
 * powers; expr-eval-fork calculates in floating point.
 */

export type Operator = '+' | '-' | '*' | '/' | '^';

export type Formula =
  | { kind: 'number'; text: string }
  | { kind: 'variable'; name: string }
  | { kind: 'minus'; of: Formula }
  | { kind: 'operation'; operator: Operator; left: Formula; right: Formula }
  /** `count` is the number of observations for `ma` and `lag`, at least 1; other functions have none. */
  | { kind: 'call'; name: FunctionName; of: readonly Formula[]; count?: number };

/** A formula and its variables in alphabetical order; or what is wrong, and the wrong character's index. */
export type ParsedFormula =
  | { isRight: true; formula: Formula; variables: readonly string[] }
  | { isRight: false; at: number; message: string };

export const VARIABLES: readonly string[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const STRENGTH: Readonly<Record<Operator, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 };
const STRENGTH_OF_MINUS = 3;
const LONGEST = 500;
const DEEPEST = 50;

type Token = { text: string; at: number };

class WrongFormula extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/**
 * Parses a formula, ignoring case. @param known the variables that have a series. @returns the formula, or a
 * sentence that says what is wrong and what would be right
 */
export function parseFormula(text: string, known: readonly string[] = VARIABLES): ParsedFormula {
  try {
    if (text.length > LONGEST)
      throw new WrongFormula(LONGEST, `A formula has at most ${LONGEST} characters.`);
    const reader = new FormulaReader(tokensOf(text), text.length, known);
    const formula = reader.whole();
    return { isRight: true, formula, variables: [...reader.variables].sort() };
  } catch (error) {
    if (!(error instanceof WrongFormula)) throw error;
    return { isRight: false, at: error.at, message: error.message };
  }
}

/** Signs that people may paste, and their keyboard signs. All are one character, so that positions stay. */
const KEYBOARD_SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '∙': '*',
  '·': '*',
  '÷': '/',
  '∕': '/',
  '−': '-',
  '–': '-',
};

/** @returns the formula in small letters and keyboard signs, as links contain it: `A × b` → `a * b`. */
export function plainFormula(text: string): string {
  return text
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll(/[×∙·÷∕−–]/g, (sign) => KEYBOARD_SIGNS[sign] ?? sign)
    .replaceAll(/\s/g, ' ')
    .trim();
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const found of text.toLowerCase().matchAll(/\s+|\d+(?:\.\d+)?|\.\d+|[a-z_]\w*|./gsu)) {
    if (found[0].trim() === '') continue;
    const sign = Object.hasOwn(KEYBOARD_SIGNS, found[0]) ? KEYBOARD_SIGNS[found[0]] : undefined;
    tokens.push({ text: sign ?? found[0], at: found.index });
  }
  return tokens;
}

class FormulaReader {
  readonly variables = new Set<string>();
  readonly #tokens: readonly Token[];
  readonly #end: number;
  readonly #known: readonly string[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], end: number, known: readonly string[]) {
    this.#tokens = tokens;
    this.#end = end;
    this.#known = known;
  }

  whole(): Formula {
    if (this.#tokens.length === 0)
      throw new WrongFormula(0, 'The formula is empty. Write for example a - b.');
    const formula = this.#expression(0);
    const rest = this.#tokens[this.#next];
    if (rest?.text === ')') throw new WrongFormula(rest.at, "')' closes nothing: no '(' is open here.");
    if (rest) {
      const hint = /^[\w(]/.test(rest.text)
        ? ` Write the sign between them, for example * ${rest.text}.`
        : '';
      throw new WrongFormula(rest.at, `'${rest.text}' cannot stand here: + - * / or ^ is expected.${hint}`);
    }
    return formula;
  }

  /** Reads an expression up to an operator that does not bind more strongly than `least`. */
  #expression(least: number): Formula {
    if (++this.#depth > DEEPEST) {
      throw new WrongFormula(this.#place(), `A formula goes at most ${DEEPEST} parentheses deep.`);
    }
    let left = this.#operand();
    for (;;) {
      const operator = this.#tokens[this.#next]?.text as Operator;
      const strength = Object.hasOwn(STRENGTH, operator ?? '') ? STRENGTH[operator] : 0;
      if (strength <= least) break;
      this.#next++;
      // Powers group to the right; other operators take only stronger operators on their right.
      const right = this.#expression(operator === '^' ? strength - 1 : strength);
      left = { kind: 'operation', operator, left, right };
    }
    this.#depth--;
    return left;
  }

  #operand(): Formula {
    const token = this.#tokens[this.#next++];
    if (!token) {
      throw new WrongFormula(
        this.#end,
        'The formula ends too early: a series (a, b, …), a number or ( is expected.',
      );
    }
    if (/^[\d.]+$/.test(token.text) && token.text !== '.') {
      return { kind: 'number', text: token.text.startsWith('.') ? `0${token.text}` : token.text };
    }
    if (/^[a-z_]/.test(token.text)) {
      const isCall = this.#tokens[this.#next]?.text === '(' && token.text.length > 1;
      return isCall || isFunctionName(token.text) ? this.#call(token) : this.#variable(token);
    }
    if (token.text === '-') return { kind: 'minus', of: this.#expression(STRENGTH_OF_MINUS) };
    if (token.text === '(') {
      const inside = this.#expression(0);
      const close = this.#tokens[this.#next++];
      if (close?.text !== ')') {
        throw new WrongFormula(
          close?.at ?? this.#end,
          `')' is missing for the '(' at character ${token.at + 1}.`,
        );
      }
      return inside;
    }
    throw new WrongFormula(
      token.at,
      `'${token.text}' cannot stand here: a series (a, b, …), a number or ( is expected.`,
    );
  }

  #call({ text: name, at }: Token): Formula {
    if (!isFunctionName(name)) {
      const meant = nearestName(name, FUNCTION_NAMES, 1);
      const hint =
        meant === undefined ? `There are: ${FUNCTION_NAMES.join(', ')}.` : `Did you mean ${meant}?`;
      throw new WrongFormula(at, `There is no function '${name}'. ${hint}`);
    }
    const needs = new WrongFormula(at, functionNeeds(name, this.#known));
    if (this.#tokens[this.#next++]?.text !== '(') throw needs;
    const { takes } = FUNCTIONS[name];
    const of: Formula[] = [];
    let count: number | undefined;
    for (let sign = ','; sign === ','; ) {
      if (takes === 'count' && of.length === 1) count = this.#count(needs);
      else if (this.#tokens[this.#next]?.text === ')') throw needs;
      else of.push(this.#expression(0));
      const next = this.#tokens[this.#next++];
      sign = next?.text ?? '';
      if (sign === ')') break;
      if (sign !== ',') throw new WrongFormula(next?.at ?? this.#end, `')' is missing for '${name}('.`);
      if (count !== undefined) throw needs;
    }
    const isRight = { count: count !== undefined, one: of.length === 1, many: of.length > 1 }[takes];
    if (!isRight) throw needs;
    return { kind: 'call', name, of, ...(count !== undefined && { count }) };
  }

  #count(needs: WrongFormula): number {
    const { text = '' } = this.#tokens[this.#next++] ?? {};
    const isWhole = /^\d+$/.test(text) && text.length <= MOST_COUNT_DIGITS && Number(text) > 0;
    if (!isWhole) throw needs;
    return Number(text);
  }

  #variable({ text, at }: Token): Formula {
    if (!this.#known.includes(text)) {
      const names = this.#known.join(', ');
      const right = names === '' ? 'There are no series to calculate with.' : `There are: ${names}.`;
      throw new WrongFormula(at, `'${text}' is not a series of this formula. ${right}`);
    }
    this.variables.add(text);
    return { kind: 'variable', name: text };
  }

  #place(): number {
    return this.#tokens[this.#next]?.at ?? this.#end;
  }
}

/** @param write gives the text of a variable. @returns the formula with only the necessary parentheses. */
export function printFormula(formula: Formula, write = (name: string) => name): string {
  const enclosed = (inner: Formula, least: number) => {
    const text = printFormula(inner, write);
    return strengthOf(inner) < least ? `(${text})` : text;
  };
  switch (formula.kind) {
    case 'number':
      return formula.text;
    case 'variable':
      return write(formula.name);
    case 'minus':
      return `-${enclosed(formula.of, STRENGTH_OF_MINUS)}`;
    case 'operation': {
      const { operator, left, right } = formula;
      const strength = STRENGTH[operator];
      const isPower = operator === '^';
      // An operation of equal strength needs parentheses on the side to which the operator does not group.
      const before = enclosed(left, isPower ? strength + 1 : strength);
      const after = enclosed(right, isPower ? strength : strength + 1);
      return isPower ? `${before}^${after}` : `${before} ${operator} ${after}`;
    }
    case 'call': {
      const { name, of, count } = formula;
      const parts = of.map((one) => printFormula(one, write));
      return `${name}(${[...parts, ...(count === undefined ? [] : [count])].join(', ')})`;
    }
  }
}

function strengthOf(formula: Formula): number {
  if (formula.kind === 'minus') return STRENGTH_OF_MINUS;
  return formula.kind === 'operation' ? STRENGTH[formula.operator] : 9;
}

/** The functions of formulas: names, arguments, and their description in messages and documents. */

export type FunctionName = 'ma' | 'lag' | 'min' | 'max' | 'abs' | 'ln' | 'exp';

type FormulaFunction = {
  /** 'count': a value and a whole number from 1 on; 'one': a value; 'many': two or more values. */
  takes: 'count' | 'one' | 'many';
  /** The function's result in words, for the reference. */
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

/** The most digits of a number of observations: enough for every series. */
export const MOST_COUNT_DIGITS = 5;

export function isFunctionName(text: string): text is FunctionName {
  return Object.hasOwn(FUNCTIONS, text);
}

/** @param letters of the formula's lines. @returns an example call: `ma(a,4)`, `min(a,b)`, `abs(a)`. */
export function functionExample(name: FunctionName, [first = 'a', second = '0']: readonly string[]): string {
  const { takes } = FUNCTIONS[name];
  if (takes === 'one') return `${name}(${first})`;
  return `${name}(${first},${takes === 'many' ? second : name === 'ma' ? 4 : 1})`;
}

/** @returns what a function takes: "'ma' needs a line and a whole number, for example ma(a,4)." */
export function functionNeeds(name: FunctionName, letters: readonly string[]): string {
  const what = { count: 'a line and a whole number', one: 'one line', many: 'two lines or more' };
  return `'${name}' needs ${what[FUNCTIONS[name].takes]}, for example ${functionExample(name, letters)}.`;
}

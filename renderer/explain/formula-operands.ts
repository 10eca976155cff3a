import { type Formula, printFormula } from '../../service/series-math/formula.ts';
import { enclosed } from './explain-series.ts';

/** A value that a formula takes for a date: that of a letter, so many periods before the date. */
export type Operand = { letter: string; back: number };

/** Of an average, up to this many numbers are written out in a calculation; of averages in it, the square. */
const MOST_WRITTEN = 6;

/** A formula that takes more steps to its values, such as an average of averages of a thousand days, is not explained by them. */
const MOST_STEPS = 10_000;

/**
 * @returns the values that a formula takes, each once: by letter, the oldest first; `undefined` where there are too many to list.
 */
export function operandsOf(formula: Formula): Operand[] | undefined {
  const found = new Map<string, Operand>();
  const seen = new Map<Formula, Set<number>>();
  let steps = 0;
  const visit = (one: Formula, back: number): void => {
    const backs = seen.get(one) ?? new Set();
    // An average of averages comes to the same value on many ways.
    if (backs.has(back) || ++steps > MOST_STEPS) return;
    seen.set(one, backs.add(back));
    if (one.kind === 'variable') found.set(keyOf({ letter: one.name, back }), { letter: one.name, back });
    else if (one.kind === 'minus') visit(one.of, back);
    else if (one.kind === 'operation') for (const side of [one.left, one.right]) visit(side, back);
    else if (one.kind === 'call') {
      const { name, of, count = 0 } = one;
      const [first, last] = name === 'ma' ? [0, count - 1] : [count, count];
      for (let i = first; i <= last && steps <= MOST_STEPS; i++) for (const part of of) visit(part, back + i);
    }
  };
  visit(formula, 0);
  if (steps > MOST_STEPS) return undefined;
  return [...found.values()].sort((a, b) => a.letter.localeCompare(b.letter) || b.back - a.back);
}

/**
 * @param textOf gives the value of an operand as text.
 * @returns the formula with its numbers: 'a - lag(a, 1)' is '219,000 - 212,000'; a short average is written out.
 */
export function withValues(formula: Formula, textOf: (operand: Operand) => string | undefined): string {
  const write = (name: string) => {
    const operand = operandNamed(name);
    return operand ? enclosed(textOf(operand) ?? operand.letter) : `(${name})`;
  };
  return printFormula(shifted(formula, 0), write)
    .replaceAll('*', '×')
    .replaceAll('/', '÷')
    .replaceAll(', ', '; ');
}

/** The formula of so many periods before, with an operand's key in place of each letter, and without `ma` and `lag`. */
function shifted(formula: Formula, back: number): Formula {
  switch (formula.kind) {
    case 'number':
      return formula;
    case 'variable':
      return { kind: 'variable', name: keyOf({ letter: formula.name, back }) };
    case 'minus':
      return { kind: 'minus', of: shifted(formula.of, back) };
    case 'operation':
      return { ...formula, left: shifted(formula.left, back), right: shifted(formula.right, back) };
    case 'call': {
      const { name, of, count = 0 } = formula;
      const [first] = of;
      if (first && name === 'lag') return shifted(first, back + count);
      if (first && name === 'ma') return meanOf(first, count, back);
      return { ...formula, of: of.map((one) => shifted(one, back)) };
    }
  }
}

function meanOf(of: Formula, count: number, back: number): Formula {
  if (count > MOST_WRITTEN || count * writtenIn(of) > MOST_WRITTEN ** 2)
    return { kind: 'variable', name: `mean of ${count} values` };
  const sum = Array.from({ length: count }, (_, i) => shifted(of, back + count - 1 - i)).reduce(
    (left, right) => ({ kind: 'operation', operator: '+', left, right }),
  );
  return { kind: 'operation', operator: '/', left: sum, right: { kind: 'number', text: String(count) } };
}

/** @returns how many numbers are written for the averages in a formula, where each is written out. */
function writtenIn(formula: Formula): number {
  switch (formula.kind) {
    case 'minus':
      return writtenIn(formula.of);
    case 'operation':
      return writtenIn(formula.left) + writtenIn(formula.right);
    case 'call': {
      const { name, of, count = 1 } = formula;
      const written = of.reduce((sum, one) => sum + writtenIn(one), 0);
      return name === 'ma' ? Math.min(count, MOST_WRITTEN) * written : written;
    }
    default:
      return 1;
  }
}

function keyOf({ letter, back }: Operand): string {
  return `${letter}@${back}`;
}

function operandNamed(key: string): Operand | undefined {
  const [letter = '', back] = key.split('@');
  return back === undefined ? undefined : { letter, back: Number(back) };
}

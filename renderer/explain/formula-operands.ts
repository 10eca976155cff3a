import { type Formula, printFormula } from '../../service/series-math/formula.ts';
import { enclosed } from './explain-series.ts';

/** A value that a formula takes for a date: that of a letter, so many periods before the date. */
export type Operand = { letter: string; back: number };

/** Of an average, up to this many numbers are written out in a calculation. */
const MOST_WRITTEN = 6;

/** @returns the values that a formula takes, each once: by letter, the oldest first. */
export function operandsOf(formula: Formula): Operand[] {
  const found = new Map<string, Operand>();
  const visit = (one: Formula, back: number) => {
    if (one.kind === 'variable') found.set(keyOf({ letter: one.name, back }), { letter: one.name, back });
    else if (one.kind === 'minus') visit(one.of, back);
    else if (one.kind === 'operation') for (const side of [one.left, one.right]) visit(side, back);
    else if (one.kind === 'call') {
      const { name, of, count = 0 } = one;
      const backs = name === 'ma' ? Array.from({ length: count }, (_, i) => back + i) : [back + count];
      for (const each of backs) for (const part of of) visit(part, each);
    }
  };
  visit(formula, 0);
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
  if (count > MOST_WRITTEN) return { kind: 'variable', name: `mean of ${count} values` };
  const sum = Array.from({ length: count }, (_, i) => shifted(of, back + count - 1 - i)).reduce(
    (left, right) => ({ kind: 'operation', operator: '+', left, right }),
  );
  return { kind: 'operation', operator: '/', left: sum, right: { kind: 'number', text: String(count) } };
}

function keyOf({ letter, back }: Operand): string {
  return `${letter}@${back}`;
}

function operandNamed(key: string): Operand | undefined {
  const [letter = '', back] = key.split('@');
  return back === undefined ? undefined : { letter, back: Number(back) };
}

import { type Formula, printFormula } from '../../service/series-math/formula.ts';
import { enclosed } from './explain-series.ts';

/** A value that a formula takes for a date: the value of a letter at a place. */
export type Operand = { letter: string; place: number };

/**
 * Steps back from a place by `count` periods or values, as a `call` of `ma` or `lag` does; `undefined` where there are no more. Places
 * are whatever the caller counts by.
 */
export type StepBack = (call: Formula, place: number, count: number) => number | undefined;

/** Of an average, up to this many numbers are written out in a calculation; of averages in it, the square. */
const MOST_WRITTEN = 6;

/** A formula that takes more steps to its values, such as an average of averages of a thousand days, is not explained by them. */
const MOST_STEPS = 10_000;

/**
 * @param start the place of the date.
 * @returns the values that a formula takes, each once: by letter, the oldest first; `undefined` where there are too many to list.
 * `endsEarly`: some step back leads nowhere.
 */
export function operandsOf(
  formula: Formula,
  start: number,
  back: StepBack,
): { operands: Operand[]; endsEarly: boolean } | undefined {
  const found = new Map<string, Operand>();
  const seen = new Map<Formula, Set<number>>();
  let steps = 0;
  let endsEarly = false;
  const visit = (one: Formula, place: number): void => {
    const places = seen.get(one) ?? new Set();
    // An average of averages comes to the same value on many ways.
    if (places.has(place) || ++steps > MOST_STEPS) return;
    seen.set(one, places.add(place));
    if (one.kind === 'variable') found.set(keyOf({ letter: one.name, place }), { letter: one.name, place });
    else if (one.kind === 'minus') visit(one.of, place);
    else if (one.kind === 'operation') for (const side of [one.left, one.right]) visit(side, place);
    else if (one.kind === 'call') {
      const { name, of, count = 0 } = one;
      const [first, last] = name === 'ma' ? [0, count - 1] : [count, count];
      for (let i = first; i <= last && steps <= MOST_STEPS; i++) {
        const then = i === 0 ? place : back(one, place, i);
        if (then === undefined) {
          endsEarly = true;
          break;
        }
        for (const part of of) visit(part, then);
      }
    }
  };
  visit(formula, start);
  if (steps > MOST_STEPS) return undefined;
  const operands = [...found.values()].sort((a, b) => a.letter.localeCompare(b.letter) || a.place - b.place);
  return { operands, endsEarly };
}

/**
 * @param start, back as for `operandsOf`; every step leads somewhere. @param textOf gives the value of an operand as text.
 * @returns the formula with its numbers: 'a - lag(a, 1)' is '219,000 - 212,000'; a short average is written out.
 */
export function withValues(
  formula: Formula,
  start: number,
  back: StepBack,
  textOf: (operand: Operand) => string | undefined,
): string {
  const write = (name: string) => {
    const operand = operandNamed(name);
    return operand ? enclosed(textOf(operand) ?? operand.letter) : `(${name})`;
  };
  return printFormula(shifted(formula, start, back), write)
    .replaceAll('*', '×')
    .replaceAll('/', '÷')
    .replaceAll(', ', '; ');
}

/** The formula at a place, with an operand's key in place of each letter, and without `ma` and `lag`. */
function shifted(formula: Formula, place: number, back: StepBack): Formula {
  switch (formula.kind) {
    case 'number':
      return formula;
    case 'variable':
      return { kind: 'variable', name: keyOf({ letter: formula.name, place }) };
    case 'minus':
      return { kind: 'minus', of: shifted(formula.of, place, back) };
    case 'operation': {
      const { left, right } = formula;
      return { ...formula, left: shifted(left, place, back), right: shifted(right, place, back) };
    }
    case 'call': {
      const { name, of, count = 0 } = formula;
      const [first] = of;
      const before = (steps: number) => (steps === 0 ? place : (back(formula, place, steps) ?? place));
      if (first && name === 'lag') return shifted(first, before(count), back);
      if (first && name === 'ma') return meanOf(first, count, (steps) => shifted(first, before(steps), back));
      return { ...formula, of: of.map((one) => shifted(one, place, back)) };
    }
  }
}

function meanOf(of: Formula, count: number, shiftedBy: (steps: number) => Formula): Formula {
  if (count > MOST_WRITTEN || count * writtenIn(of) > MOST_WRITTEN ** 2)
    return { kind: 'variable', name: `mean of ${count} values` };
  const sum = Array.from({ length: count }, (_, i) => shiftedBy(count - 1 - i)).reduce((left, right) => ({
    kind: 'operation',
    operator: '+',
    left,
    right,
  }));
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

function keyOf({ letter, place }: Operand): string {
  return `${letter}@${place}`;
}

function operandNamed(key: string): Operand | undefined {
  const [letter = '', place] = key.split('@');
  return place === undefined ? undefined : { letter, place: Number(place) };
}

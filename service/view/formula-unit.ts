import type { Formula } from '../series-math/formula.ts';

const PERCENT = '%';
const POINTS = 'pp';

/**
 * How many times a sum has its lines, minus signs counted: all of them together, and those in percent, where a line in percentage points
 * counts as none. `isScaled`: a number multiplies or divides some.
 */
type Sum = { lines: number; percents: number; isScaled: boolean };

/**
 * @param units of the lines in the formula, by letter.
 * @returns the unit of its values: that of its lines for their sums, differences, means, smallest and largest; percentage points for a
 * difference of percents; '' where there is none, as of a ratio or a logarithm, or where the formula does not say which.
 */
export function formulaUnit(formula: Formula, units: ReadonlyMap<string, string>): string {
  const sum = sumOf(formula, units);
  // A mean has the unit of its lines. Twice a value, or a thousandth of it, may be meant in any other.
  if (sum === undefined || (sum.isScaled && !isNear(sum.lines, 1))) return '';
  const [unit = '', ...others] = new Set(units.values());
  const isPercent = [unit, ...others].every((one) => one === PERCENT || one === POINTS);
  if (!isPercent) return others.length === 0 ? unit : '';
  if (isNear(sum.percents, 0)) return POINTS;
  return Number.isNaN(sum.percents) || (sum.isScaled && !isNear(sum.percents, 1)) ? '' : PERCENT;
}

function isNear(count: number, wanted: number): boolean {
  return Math.abs(count - wanted) < 1e-9;
}

function sumOf(formula: Formula, units: ReadonlyMap<string, string>): Sum | undefined {
  switch (formula.kind) {
    case 'number':
      return undefined;
    case 'variable':
      return { lines: 1, percents: units.get(formula.name) === POINTS ? 0 : 1, isScaled: false };
    case 'minus':
      return times(sumOf(formula.of, units), -1);
    case 'operation': {
      const { operator, left, right } = formula;
      if (operator === '+') return added(sumOf(left, units), sumOf(right, units));
      if (operator === '-') return added(sumOf(left, units), times(sumOf(right, units), -1));
      if (operator === '/') return scaled(sumOf(left, units), 1 / constantOf(right));
      if (operator === '*')
        return scaled(sumOf(left, units), constantOf(right)) ?? scaled(sumOf(right, units), constantOf(left));
      return undefined;
    }
    case 'call': {
      if (formula.name === 'ln' || formula.name === 'exp') return undefined;
      // max(a, 0) has the unit of a.
      const [first, ...rest] = formula.of
        .filter(({ kind }) => kind !== 'number')
        .map((one) => sumOf(one, units));
      const sum = rest.reduce(either, first);
      return formula.name === 'abs' && sum && sum.lines < 0 ? times(sum, -1) : sum;
    }
  }
}

/** @returns the number that a formula without lines is; else NaN. */
function constantOf(formula: Formula): number {
  if (formula.kind === 'number') return Number(formula.text);
  return formula.kind === 'minus' ? -constantOf(formula.of) : Number.NaN;
}

function times(sum: Sum | undefined, by: number): Sum | undefined {
  return sum && { ...sum, lines: sum.lines * by, percents: sum.percents * by };
}

function scaled(sum: Sum | undefined, by: number): Sum | undefined {
  return sum && Number.isFinite(by) ? { ...(times(sum, by) as Sum), isScaled: true } : undefined;
}

function added(left: Sum | undefined, right: Sum | undefined): Sum | undefined {
  return (
    left &&
    right && {
      lines: left.lines + right.lines,
      percents: left.percents + right.percents,
      isScaled: left.isScaled || right.isScaled,
    }
  );
}

/** The smallest or largest of two sums is one of them. */
function either(left: Sum | undefined, right: Sum | undefined): Sum | undefined {
  if (!left || !right) return undefined;
  const isScaled = left.isScaled || right.isScaled;
  const isSame = isNear(left.lines, right.lines) && isNear(left.percents, right.percents);
  return isSame ? { ...left, isScaled } : { lines: Number.NaN, percents: Number.NaN, isScaled };
}

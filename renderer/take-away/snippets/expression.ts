import { assertNever } from '../../../service/contract/failure.ts';
import type { Formula } from '../../../service/series-math/formula.ts';

/** A formula in the words of a language that computes with + - * /, with parentheses round every part. @param power of two parts */
export function expression(formula: Formula, power: (base: string, exponent: string) => string): string {
  const part = (of: Formula): string =>
    of.kind === 'operation' || of.kind === 'minus' ? `(${expression(of, power)})` : expression(of, power);
  switch (formula.kind) {
    case 'number':
      return formula.text;
    case 'variable':
      return formula.name;
    case 'minus':
      return `-${part(formula.of)}`;
    case 'operation':
      return formula.operator === '^'
        ? power(part(formula.left), part(formula.right))
        : `${part(formula.left)} ${formula.operator} ${part(formula.right)}`;
    default:
      return assertNever(formula);
  }
}

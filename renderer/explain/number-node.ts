import type { NumberNode } from './types.ts';

/** @returns a number of which only this is known. */
export const numberNode = (
  of: Partial<NumberNode> & Pick<NumberNode, 'label' | 'date' | 'value' | 'unit' | 'words'>,
): NumberNode => ({
  period: of.date,
  formula: '',
  numbers: '',
  published: undefined,
  parts: () => [],
  ...of,
});

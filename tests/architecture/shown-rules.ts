import { type ESTree, Visitor } from 'vite';
import type { Rule } from './import-rules.ts';
import type { SourceFile } from './tree.ts';

/**
 * The page shows numbers and dates in the person's style. Only `service/series-math/decimal-text.ts` and
 * `service/calendar/dates.ts` write them.
 */

/** Functions that put a number into the chosen style. */
const STYLES_NUMBERS = new Set(['asShown', 'groupDigits', 'inNumberStyle', 'signedText', 'withUnit']);

/** Files with decimals for places on a drawing, or with value texts that other code shows. */
const NOT_FOR_PEOPLE = new Set([
  'renderer/constituents/map-image.ts',
  'renderer/guide/facts.ts',
  'renderer/picker/latest-value.tsx',
  'renderer/states/area-lines.ts',
  'renderer/states/rank.tsx',
  'renderer/states/time-bar.tsx',
  'renderer/take-away/table-markup.ts',
  'renderer/yields/explain-nodes.ts',
]);
/** The ticks of an axis, whose labels get the style, and the guess of the system's dialect of CSV. */
const MAY_FORMAT = new Set(['renderer/chart/tick-labels.ts', 'renderer/take-away/export-choice.ts']);

/** Names of dates and instants in answers. */
const STORED_DATE = /^(date|as_of|[a-z_]+_(date|at))$/;

const nameOf = (node: ESTree.Node): string => {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
};

/** @returns a sentence about a child of an element that is not in the style. */
function shownChild(child: ESTree.JSXChild): string | undefined {
  if (child.type !== 'JSXExpressionContainer') return undefined;
  const { expression } = child;
  if (STORED_DATE.test(nameOf(expression)))
    return `shows ${nameOf(expression)} as it is stored; shownDate() writes it.`;
  if (expression.type !== 'CallExpression') return undefined;
  const name = nameOf(expression.callee);
  const [, end] = expression.arguments;
  if (name === 'slice' && end?.type === 'Literal' && end.value === 10)
    return 'shows the start of an instant; shownDayOf() writes its day.';
  return name === 'dateText' || name === 'dateOf' ? `shows ${name}(); shownDay() writes it.` : undefined;
}

function unstyled(file: SourceFile): string[] {
  const found: string[] = [];
  let styling = 0;
  const isStyling = ({ callee }: ESTree.CallExpression) => STYLES_NUMBERS.has(nameOf(callee));
  if (file.program)
    new Visitor({
      JSXElement: ({ children }) => void found.push(...children.flatMap((child) => shownChild(child) ?? [])),
      CallExpression(node) {
        if (isStyling(node)) styling += 1;
        const name = nameOf(node.callee);
        if (name === 'toFixed' && styling === 0 && !NOT_FOR_PEOPLE.has(file.path))
          found.push('writes toFixed() as it is; groupDigits() or inNumberStyle() writes a number.');
      },
      'CallExpression:exit': (node) => {
        if (isStyling(node)) styling -= 1;
      },
      MemberExpression(node) {
        const isIntl = node.object.type === 'Identifier' && node.object.name === 'Intl';
        const formats = (isIntl && nameOf(node) === 'NumberFormat') || nameOf(node) === 'toLocaleString';
        if (formats && !MAY_FORMAT.has(file.path))
          found.push(`uses ${isIntl ? 'Intl.' : ''}${nameOf(node)}; groupDigits() writes a number.`);
      },
    }).visit(file.program);
  return found;
}

export const whatIsShownHasTheChosenStyle: Rule = ({ files }) =>
  files
    .filter(({ path }) => path.startsWith('renderer/'))
    .flatMap((file) => unstyled(file).map((said) => `${file.path}: ${said}`));

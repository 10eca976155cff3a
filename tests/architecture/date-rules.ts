import { type ESTree, Visitor } from 'vite';
import type { Rule } from './import-rules.ts';
import type { SourceFile } from './tree.ts';

/**
 * The product computes dates in UTC only. Code may use the computer's time zone only for today's date and for
 * the time at which a person did something. Because of this rule, only the tests about dates run in far time
 * zones (DATED in `electron/launch/commands/test.mjs`).
 */

/** Methods that read or write a Date in the computer's own time zone. */
const LOCAL_METHODS =
  /^(get(Date|Day|Month|Year|FullYear|Hours|Minutes|Seconds|Milliseconds|TimezoneOffset)|set(Date|Month|Year|FullYear|Hours|Minutes|Seconds|Milliseconds)|to(Date|Time)String|plain(Date|Time|DateTime)ISO|zonedDateTimeISO)$/;
const LOCALE_METHODS = /^toLocale(Date|Time)?String$/;

/**
 * Functions that may ask for the local day (Almanac's today is the later of the local and the UTC day) and
 * for the name of the local zone (the page shows times of actions and releases in it).
 */
const MAY_BE_LOCAL = new Set(['today', 'latestToday', 'zoneHere']);

/** A text with a time of day but no zone, which JavaScript reads as local time. */
const LOCAL_TEXT = /\d\d:\d\d(:\d\d)?(\.\d+)?$/;

/** @returns a sentence about a call or construction that depends on the computer's time zone. */
function localUse(node: ESTree.CallExpression | ESTree.NewExpression): string | undefined {
  const { callee } = node;
  const isNew = node.type === 'NewExpression';
  if (callee.type === 'Identifier') {
    if (callee.name === 'Date' && !isNew) return 'calls Date(), which gives a local time';
    if (callee.name === 'Date' && node.arguments.length > 1) return 'makes a Date of local parts';
    if (callee.name === 'Date' && isLocalText(node)) return 'reads a text without a zone as a Date';
    if (callee.name === 'dayjs') return 'calls dayjs without utc';
    return undefined;
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined;
  const { name } = callee.property;
  const on = callee.object.type === 'Identifier' ? callee.object.name : '';
  if (on === 'Date' && name === 'parse' && isLocalText(node)) return 'parses a text without a zone';
  if (on === 'Intl' && name === 'DateTimeFormat' && !namesZone(node))
    return 'uses Intl.DateTimeFormat without a timeZone';
  if (LOCALE_METHODS.test(name) && !namesZone(node)) return `calls ${name} without a timeZone`;
  return LOCAL_METHODS.test(name) ? `calls ${name}` : undefined;
}

function isLocalText({ arguments: [first] }: ESTree.CallExpression | ESTree.NewExpression): boolean {
  if (first?.type === 'Literal') return typeof first.value === 'string' && LOCAL_TEXT.test(first.value);
  if (first?.type === 'TemplateLiteral') return LOCAL_TEXT.test(first.quasis.at(-1)?.value.raw ?? '');
  // A sum such as `day + 'T00:00'`.
  if (first?.type === 'BinaryExpression' && first.right.type === 'Literal')
    return LOCAL_TEXT.test(String(first.right.value));
  return false;
}

/** Whether one of the arguments is an object with a timeZone written in it. */
function namesZone({ arguments: given }: ESTree.CallExpression | ESTree.NewExpression): boolean {
  return given.some(
    (each) =>
      each.type === 'ObjectExpression' &&
      each.properties.some(
        (property) =>
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          property.key.name === 'timeZone',
      ),
  );
}

/** d3-time and d3-scale have a local and a UTC form of each function. */
function localImports(file: SourceFile): string[] {
  const found: string[] = [];
  if (!file.program) return found;
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!/^d3-(time|scale)/.test(source.value)) return;
      for (const each of specifiers) {
        const name =
          each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' ? each.imported.name : '*';
        if (/^time|^scaleTime$|^\*$/.test(name)) found.push(`imports ${name} of ${source.value}`);
      }
    },
  }).visit(file.program);
  return found;
}

function localCalls(file: SourceFile): string[] {
  const found: string[] = [];
  const inside: string[] = [];
  const add = (node: ESTree.CallExpression | ESTree.NewExpression): void => {
    const said = inside.some((name) => MAY_BE_LOCAL.has(name)) ? undefined : localUse(node);
    if (said !== undefined) found.push(said);
  };
  if (file.program)
    new Visitor({
      FunctionDeclaration: ({ id }) => void inside.push(id?.name ?? ''),
      'FunctionDeclaration:exit': () => void inside.pop(),
      CallExpression: add,
      NewExpression: add,
    }).visit(file.program);
  return found;
}

export const datesAreNotLocal: Rule = ({ files }) =>
  files
    .filter((file) => /^(service|electron|renderer)\//.test(file.path))
    .flatMap((file) =>
      [...localImports(file), ...localCalls(file)].map(
        (said) => `${file.path}: ${said}; the product computes dates in UTC.`,
      ),
    );

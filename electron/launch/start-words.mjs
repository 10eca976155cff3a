import { parseArgs } from 'node:util';

/** @typedef {{ type: 'string' | 'boolean' }} Word */

/** Options that the window takes too (`electron/desktop/before-ready/launch-arguments.ts`). @type {Record<string, Word>} */
export const WINDOW_WORDS = {
  'data-dir': { type: 'string' },
  'service-port': { type: 'string' },
  'page-size': { type: 'string' },
  'no-sample': { type: 'boolean' },
  'startup-report': { type: 'string' },
};

/** Options for a page in the browser, which do nothing for a window. @type {Record<string, Word>} */
export const PAGE_WORDS = {
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'end-after': { type: 'string' },
  stay: { type: 'boolean' },
  background: { type: 'boolean' },
  'renderer-dir': { type: 'string' },
};

/**
 * Checks what follows `npm start --` before a window is opened. Electron ignores options that it does not know, so a typing error such
 * as `--data-dri` would open the usual folder.
 * @param {string[]} args
 * @returns {{ wrong: string | undefined, idle: string[] }} `wrong`: a sentence about an unknown option; `idle`: the options
 *   that do nothing for a window
 */
export function judgeStartWords(args) {
  const { tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: { ...WINDOW_WORDS, ...PAGE_WORDS },
  });
  const idle = [];
  for (const token of tokens) {
    if (token.kind === 'option' && token.name in PAGE_WORDS) idle.push(token.rawName);
    const isKnown =
      token.kind === 'option'
        ? token.name in WINDOW_WORDS || token.name in PAGE_WORDS
        : token.kind !== 'positional' || token.value.startsWith('almanac:');
    if (isKnown) continue;
    const word = token.kind === 'option' ? token.rawName : args[token.index];
    return { wrong: `Almanac does not know ‘${word}’: see ‘npm start -- --help’`, idle };
  }
  return { wrong: undefined, idle };
}

/** @param {string[]} args @returns {boolean} whether help is asked for */
export function wantsHelp(args) {
  return args.some((word) => word === '--help' || word === '-h');
}

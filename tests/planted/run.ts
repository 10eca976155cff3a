import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Copy, copyTree, type Fault } from './copy-tree.ts';

/**
 * Plants the faults of `faults.txt` one at a time in a copy of the tree and runs tests near each: a good test
 * suite catches every fault. Ends with the list of uncaught faults. Exit status 0: all were caught.
 */

const USAGE = `Usage: npm run planted -- [ROOM…] [--tree FOLDER] [--together] [--check] [--table FILE]
  ROOM        only the faults of these rooms, such as service/api or renderer/access
  --tree      the tree that is copied (default: this one)
  --together  those that survive are planted once more, all together, against every test (takes long)
  --check     only says which faults no longer find their place: code that they change was rewritten
  --table     appends a line of a Markdown table for each fault`;
const ROOT = path.resolve(import.meta.dirname, '../..');
const FAULTS = readFaults(readFileSync(path.join(import.meta.dirname, 'faults.txt'), 'utf8'));

/** Failures without any fault, by file, found once. */
const failingAlone = new Map<string, readonly string[]>();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tree: { type: 'string', default: ROOT },
    together: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    table: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const rooms = new Set(FAULTS.map(roomOf));
const unknown = positionals.find((room) => !rooms.has(room));
if (values.help || unknown !== undefined) {
  console.log(
    unknown === undefined ? USAGE : `There is no room ${unknown}; there are ${[...rooms].join(', ')}.`,
  );
  process.exitCode = values.help ? 0 : 2;
} else {
  const copy = copyTree(path.resolve(values.tree));
  try {
    await plantAll(
      copy,
      FAULTS.filter((fault) => positionals.length === 0 || positionals.includes(roomOf(fault))),
    );
  } finally {
    copy.remove();
  }
}

/** @returns the faults in a text of the format that the head of `faults.txt` describes. */
function readFaults(text: string): Fault[] {
  const blocks = text.trimEnd().split('\n\n').slice(1);
  return blocks.map((block) => {
    const [what = '', file = '', ...lines] = block.split('\n');
    const after = (sign: string) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
    return {
      what,
      file,
      find: after('-').join('\n'),
      replace: after('+').join('\n'),
      tests: after('?').join(' ').split(' '),
    };
  });
}

function roomOf({ file }: Fault): string {
  return file.split('/').slice(0, 2).join('/');
}

async function plantAll(copy: Copy, faults: readonly Fault[]): Promise<void> {
  const survived: Fault[] = [];
  let unplaced = 0;
  for (const fault of faults) {
    const began = performance.now();
    const result = await planted(copy, fault).catch((error: unknown) => `not planted: ${String(error)}`);
    copy.mend();
    if (result.startsWith('survived')) survived.push(fault);
    if (result.startsWith('not planted')) unplaced++;
    const seconds = Math.round((performance.now() - began) / 1000);
    if (!values.check || result.startsWith('not planted'))
      console.log(`${fault.file}: ${fault.what}\n    ${result} (${seconds} s)`);
    if (values.table) appendFileSync(values.table, `| ${[fault.what, fault.file, result].join(' | ')} |\n`);
  }
  const caught = faults.length - survived.length - unplaced;
  console.log(
    values.check
      ? `\n${faults.length} faults, ${unplaced} without a place.`
      : `\n${faults.length} faults: ${caught} caught, ${survived.length} survived, ${unplaced} not planted.`,
  );
  process.exitCode = survived.length + unplaced === 0 ? 0 : 1;
  if (values.together && survived.length > 0) await plantTogether(copy, survived);
}

async function planted(copy: Copy, fault: Fault): Promise<string> {
  copy.plant(fault);
  if (values.check) return 'found its place';
  for (const test of fault.tests) {
    const failed = await copy.failing(test);
    const [first] = failed;
    if (first === undefined) continue;
    // A test that also fails without the fault has not caught it.
    copy.mend();
    const file = first.split(' › ')[0] ?? first;
    const isFile = /\.tsx?$/.test(file) && file.startsWith('tests/') && !file.startsWith('tests/e2e/');
    const alone = isFile ? file : test;
    const before = failingAlone.get(alone) ?? (await copy.failing(alone));
    failingAlone.set(alone, before);
    if (!before.includes(first)) return `caught by ${first}`;
    copy.plant(fault);
  }
  return `survived ${fault.tests.join(', ')}`;
}

/** Plants all surviving faults together, and runs every unit test. */
async function plantTogether(copy: Copy, survived: readonly Fault[]): Promise<void> {
  for (const fault of survived) copy.plant(fault);
  const failed = await copy.failing('tests/');
  console.log(
    `All ${survived.length} together: ${failed.length === 0 ? 'survived every test' : `caught by ${failed.join('; ')}`}`,
  );
}

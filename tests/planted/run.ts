import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ANSWERS_FAULTS } from './answers-faults.ts';
import { type Copy, copyTree } from './copy-tree.ts';
import { HOST_FAULTS } from './host-faults.ts';
import { PAGE_FAULTS } from './page-faults.ts';
import { SCREEN_FAULTS } from './screen-faults.ts';
import { SERVICE_FAULTS } from './service-faults.ts';
import type { Fault } from './types.ts';

/**
 * Plants one fault at a time in a copy of the tree and runs the tests of its room: a test suite that is worth its time
 * tells of each. Those that no test told of are named at the end. Exit status 0: all were caught.
 */

const USAGE = `Usage: npm run planted -- [ROOM…] [--tree FOLDER] [--together] [--check] [--table FILE]
  ROOM        only the faults of these rooms, such as http or 'access (page)'
  --tree      the tree that is copied (default: this one)
  --together  those that survive are planted once more, all together, against every test (takes long)
  --check     only says whether each fault still finds its place
  --table     appends a line of a Markdown table for each fault`;
const ROOT = path.resolve(import.meta.dirname, '../..');
const FAULTS = [...PAGE_FAULTS, ...SERVICE_FAULTS, ...ANSWERS_FAULTS, ...HOST_FAULTS, ...SCREEN_FAULTS];

/** What fails without any fault, by file: run once. */
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
const rooms = new Set(FAULTS.map(({ room }) => room));
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
      FAULTS.filter(({ room }) => positionals.length === 0 || positionals.includes(room)),
    );
  } finally {
    copy.remove();
  }
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
      console.log(`${fault.room}: ${fault.what}\n    ${result} (${seconds} s)`);
    if (values.table)
      appendFileSync(values.table, `| ${[fault.room, fault.what, fault.file, result].join(' | ')} |\n`);
  }
  console.log(
    `\n${faults.length} faults in ${new Set(faults.map(({ room }) => room)).size} rooms: ${faults.length - survived.length - unplaced} caught, ${survived.length} survived, ${unplaced} not planted.`,
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
    // What fails without the fault as well has caught nothing.
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

/** All that survived at once, against every unit test. */
async function plantTogether(copy: Copy, survived: readonly Fault[]): Promise<void> {
  for (const fault of survived) copy.plant(fault);
  const failed = await copy.failing('tests/');
  console.log(
    `All ${survived.length} together: ${failed.length === 0 ? 'survived every test' : `caught by ${failed.join('; ')}`}`,
  );
}

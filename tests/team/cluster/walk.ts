import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importFiles } from '../../../service/ingest/index.ts';
import { type Fleet, handOver } from './fleet.ts';

/** One block of commands on the operator's page. */
export type Block = {
  /** The number and heading of its step. */
  step: string;
  /** The machines on which it is run, one after another. */
  machines: readonly string[];
  text: string;
  /** Its first line in the page. */
  line: number;
};

export const PAGE = new URL('../../../service/team/README.md', import.meta.url);
/** The page for a team with one machine and a PostgreSQL. */
export const SHORT_PAGE = new URL('../../../service/team/one-node.md', import.meta.url);

/** @returns the blocks of the page in order. @throws Error for a block that does not name its machines. */
export function readBlocks(page = readFileSync(PAGE, 'utf8')): Block[] {
  const blocks: Block[] = [];
  let step = '';
  let block: (Block & { text: string }) | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    if (block) {
      if (line === '```') block = undefined;
      else block.text += `${line}\n`;
    } else if (line.startsWith('## ')) step = line.slice(3);
    else if (line.startsWith('```')) {
      const machines = /^```sh on ((?:\w+ ?)+)$/.exec(line)?.[1]?.split(' ');
      if (!machines) throw new Error(`Line ${index + 1}: a block of the page says 'sh on MACHINE…'`);
      block = { step, machines, text: '', line: index + 2 };
      blocks.push(block);
    }
  }
  return blocks;
}

/** A block that was run, its time in s, and its output. */
export type Walked = { block: Block; seconds: number; out: string };

/** Runs blocks of the page in order. @param steps the first and last step. @param which selects blocks. */
export async function walk(
  fleet: Fleet,
  steps: readonly [number, number],
  which: (block: Block) => boolean = () => true,
): Promise<Walked[]> {
  const walked: Walked[] = [];
  for (const block of readBlocks()) {
    const step = Number.parseInt(block.step, 10);
    if (step < steps[0] || step > steps[1] || !which(block)) continue;
    const began = performance.now();
    const out = await fleet.runBlock(block).catch((error: Error) => {
      throw new Error(`Line ${block.line} of the page: ${error.message}`);
    });
    walked.push({ block, seconds: (performance.now() - began) / 1000, out });
  }
  return walked;
}

/** @returns long CSV of one series. @param value the first day's, in whole dollars; it grows by 1 a day. */
export function debtOf(days: number, value = 27e12): string {
  const rows = Array.from({ length: days }, (_, at) => {
    const date = new Date(Date.UTC(1998, 0, 5) + Math.floor(at / 5) * 7 * 86_400_000 + (at % 5) * 86_400_000);
    return `us_debt,debt_held_by_public,${date.toISOString().slice(0, 10)},${value + at}.10`;
  });
  return `${['dataset,series,date,value', ...rows].join('\n')}\n`;
}

/** Puts on node1 what step 8 of the page expects: the data folder of a desktop, and a publisher's file. */
export async function giveData(fleet: Fleet, days: number): Promise<void> {
  const files = fleet.file('node1', 'root/files');
  mkdirSync(files, { recursive: true });
  writeFileSync(path.join(files, 'debt.csv'), debtOf(days));
  const made = mkdtempSync(path.join(tmpdir(), 'desktop-'));
  const file = path.join(made, 'jolts.csv');
  writeFileSync(file, 'dataset,series,date,value\njolts,job_openings_level_sa,2024-01-01,8000\n');
  const dataDir = path.join(made, 'data');
  await importFiles({
    dataDir,
    files: [file],
    allowJumps: true,
    now: () => new Date('2026-11-20T18:00:00Z'),
  });
  cpSync(dataDir, fleet.file('node1', 'root/desktop'), { recursive: true });
  rmSync(made, { recursive: true });
  handOver(fleet.file('node1', 'root'));
}

/** @returns the address that team.env of the page has under a name, and the file with its role's password. */
export function addressOf(fleet: Fleet, name: 'TEAM' | 'COUNTERS' | 'OWNER') {
  const text = readFileSync(fleet.file('node1', 'etc/almanac/team.env'), 'utf8');
  const address = new RegExp(`^${name}="(.*)"$`, 'm').exec(text)?.[1] ?? '';
  const role = { TEAM: 'node', COUNTERS: 'counter', OWNER: 'owner' }[name];
  return { address, passwordFile: fleet.file('node1', `root/almanac/${role}.password`) };
}

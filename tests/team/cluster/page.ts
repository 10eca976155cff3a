import { readFileSync } from 'node:fs';

/** A block of commands of the operator's page. */
export type Block = {
  /** Number and words of its step. */
  step: string;
  /** The machines on which it is run, one after another. */
  machines: readonly string[];
  text: string;
  /** Its first line in the page. */
  line: number;
};

export const PAGE = new URL('../../../service/team/README.md', import.meta.url);
/** For somebody who has a PostgreSQL and one machine. */
export const SHORT_PAGE = new URL('../../../service/team/one-node.md', import.meta.url);

/** @returns the blocks of the page in their order. @throws Error for one that does not say where it is run. */
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

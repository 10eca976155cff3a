import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Rescue } from '../contract/incidents.ts';
import { commandLine } from '../process/command-line.ts';
import { noteRescue } from '../process/incidents.ts';
import { countOf } from '../series-math/decimal-text.ts';
import { rescue } from '../store/index.ts';
import { type Command, DATA_DIR, wrong } from './command.ts';
import { print, progressLine, stopSignal, wholeText } from './output.ts';

export const rescueCommand: Command = {
  usage: ['rescue FILE [--data-dir DIR]'],
  description: [
    'Reads the undamaged rows of a damaged data.sqlite that was set aside, and stores those that are missing: all of them or,',
    'if something fails, none. Stored data stay, sample data are left out, and the damaged file is not changed.',
    'Says what was lost. A digit that was damaged looks like any other: refresh the datasets afterwards.',
  ],
  options: [DATA_DIR],
  examples: ['rescue data.sqlite.broken-2026-11-22T10-20-30Z'],
  async run(given) {
    const [file, ...more] = given.words;
    if (file === undefined || more.length > 0)
      throw wrong(`rescue needs one file: ${commandLine`rescue FILE`}`);
    const dataDir = given.dataDir();
    const progress = progressLine();
    try {
      const rescued = await rescue(dataDir, found(file, dataDir), new Date(), {
        signal: stopSignal(),
        onProgress: ({ rows, allRows }) =>
          progress.show(`Reading ${countOf(rows, 'row')} of ${wholeText(allRows)}`),
      });
      progress.clear();
      noteRescue(dataDir, rescued);
      print(...rescueLines(rescued));
    } finally {
      progress.clear();
    }
  },
};

/** Finds the file. A bare name may also be a file that was set aside in the data folder. */
function found(file: string, dataDir: string): string {
  const inDataDir = path.join(dataDir, file);
  return !existsSync(file) && path.basename(file) === file && existsSync(inDataDir)
    ? inDataDir
    : path.resolve(file);
}

/** @returns a rescue's result: a line for the file, lines for each dataset, then the notes. */
function rescueLines({ file, datasets, notes }: Rescue): string[] {
  const sum = (what: 'read' | 'lost') => datasets.reduce((total, dataset) => total + dataset[what], 0);
  return [
    `${file}: ${countOf(sum('read'), 'row')} read, ${wholeText(sum('lost'))} lost`,
    ...datasets.flatMap(({ dataset, read, added, held, lost, damaged }) => [
      `${dataset}: ${countOf(read, 'row')} read, ${wholeText(added)} stored, ${wholeText(held)} held here already, ${wholeText(lost)} lost`,
      ...damaged.flatMap(({ series, area, lost: gone, ranges }) => [
        `  ${area === '' ? series : `${series} ${area}`}: ${gone === null ? 'how many rows are lost cannot be read' : `${countOf(gone, 'row')} lost`}`,
        ...ranges.map(({ from, to, rows }) => `    ${wholeText(rows)} of ${from} to ${to}`),
      ]),
    ]),
    ...notes,
  ];
}

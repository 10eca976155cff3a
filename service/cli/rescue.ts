import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { commandLine } from '../process/command-line.ts';
import { dataFolder } from '../process/data-folder.ts';
import { countOf } from '../series-math/decimal-text.ts';
import { type Command, DATA_DIR } from './command.ts';
import { print, progressLine, stopSignal } from './output.ts';

export const rescueCommand: Command = {
  usage: ['rescue FILE [--data-dir DIR]'],
  description: [
    'Reads what can be read of a damaged data.sqlite that was set aside, and stores what the data do not hold yet: all of it or,',
    'where something fails, nothing. What is held stays, sample data are left out, and the damaged file is not changed.',
    'Says what was lost. A digit that was damaged looks like any other: refresh the datasets afterwards.',
  ],
  options: [DATA_DIR],
  examples: ['rescue data.sqlite.broken-2026-11-22T10-20-30Z'],
  async run(given) {
    const [file, ...more] = given.words;
    if (file === undefined || more.length > 0)
      throw new Failure('wrong_usage', `rescue needs one file: ${commandLine`rescue FILE`}`);
    const dataDir = dataFolder(given.text('data-dir'));
    const [store, { noteRescue }] = await Promise.all([
      import('../store/index.ts'),
      import('../process/incidents.ts'),
    ]);
    const progress = progressLine();
    try {
      const rescued = await store.rescue(dataDir, found(file, dataDir), new Date(), {
        signal: stopSignal(),
        onProgress: ({ pages, allPages, rows }) =>
          progress.show(`Reading ${Math.floor((100 * pages) / allPages)} %, ${countOf(rows, 'row')}`),
      });
      progress.clear();
      noteRescue(dataDir, rescued);
      for (const line of store.rescueLines(rescued)) print(line);
    } finally {
      progress.clear();
    }
  },
};

/** A name without a folder may also be that of a file that was set aside in the data folder. */
function found(file: string, dataDir: string): string {
  const there = path.join(dataDir, file);
  return !existsSync(file) && path.basename(file) === file && existsSync(there) ? there : path.resolve(file);
}

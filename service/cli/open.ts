import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { dataFolder } from '../process/data-folder.ts';
import { type Command, DATA_DIR } from './command.ts';
import { expectNoWords } from './expect-words.ts';

export const open: Command = {
  usage: ['open [--no-open] [--data-dir DIR]'],
  description: [
    'Opens the app in the browser: the page of the Almanac that runs on the data folder, and then returns. If none runs, starts one,',
    'which runs until Ctrl-C, until a person quits it in the page, or until the command stop. Prints the address, good once.',
  ],
  options: [{ name: 'no-open', text: 'print the address only, and open no browser' }, DATA_DIR],
  examples: ['open', 'open --no-open'],
  async run(given) {
    expectNoWords(given, 'open');
    const program = shellProgram();
    if (program === undefined)
      throw new Failure('wrong_usage', 'The app is not built here: run npm start once, which builds it.');
    const words = ['--data-dir', dataFolder(given.text('data-dir'))];
    if (given.has('no-open')) words.push('--no-open');
    const child = spawn(process.execPath, [program, ...words], { stdio: 'inherit' });
    // Ctrl-C reaches the app too, which ends in order; this process waits for it.
    process.on('SIGINT', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    const [status] = (await once(child, 'exit')) as [number | null];
    if (status !== 0) throw new Failure('cancelled', 'The app could not be opened.');
  },
};

/** The program of browser mode: its folder is beside that of this program, both in the bundle and in the sources. */
function shellProgram(): string | undefined {
  const here = import.meta.dirname;
  // In a bundle this code may be in the folder of chunks, below that of the entry.
  const places = ['../host/browser-mode.js', '../../host/browser-mode.js', '../../electron/browser-mode.ts'];
  return places.map((place) => path.join(here, place)).find((file) => existsSync(file));
}

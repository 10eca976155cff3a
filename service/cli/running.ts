import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { minuteText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import {
  askToStop,
  instanceState,
  isProcessOf,
  runningInstance,
  runningInstances,
} from '../process/instances.ts';
import { type Command, DATA_DIR, expectNoWords, JSON_SWITCH, option, wrong } from './command.ts';
import { alignColumns, print, printJson } from './output.ts';

/** The commands for running Almanacs: open, list and stop. */

export const open: Command = {
  usage: ['open [--no-open] [--data-dir DIR]'],
  description: [
    'Opens the app in the browser: the page of the Almanac that runs on the data folder, and then returns. If none runs, starts one,',
    'which runs until Ctrl-C, until a person quits it in the page, or until the command stop. Prints the address, good once.',
  ],
  options: [option('--no-open', 'print the address only, and open no browser'), DATA_DIR],
  examples: ['open', 'open --no-open'],
  async run(given) {
    expectNoWords(given, 'open');
    const program = shellProgram();
    if (program === undefined) throw wrong('The app is not built here: run npm start once, which builds it.');
    const words = ['--data-dir', given.dataDir()];
    if (given.has('no-open')) words.push('--no-open');
    const child = spawn(process.execPath, [program, ...words], { stdio: 'inherit' });
    // Ctrl-C also reaches the app, which ends in order; this process waits for it.
    process.on('SIGINT', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    const [status] = (await once(child, 'exit')) as [number | null];
    if (status !== 0) throw new Failure('cancelled', 'The app could not be opened.');
  },
};

/** @returns the program of browser mode, whose folder is beside this program's. */
function shellProgram(): string | undefined {
  // In a bundle this code may be in a folder of chunks, below the entry's folder.
  const places = [
    '../shell/browser-mode.js',
    '../../shell/browser-mode.js',
    '../../electron/browser-mode.ts',
  ];
  return places.map((place) => path.join(import.meta.dirname, place)).find((file) => existsSync(file));
}

export const listData: Command = {
  usage: ['list [--json] [--data-dir DIR]'],
  description: [
    'Lists the Almanacs of this account that run now: in the browser, in a desktop window, or as a service alone.',
    'PAGE and API are ports on 127.0.0.1; CLIENTS counts the pages that are open.',
  ],
  options: [JSON_SWITCH, option('--data-dir DIR', 'only that of this folder', 'all')],
  examples: ['list', 'list --json'],
  async run(given) {
    expectNoWords(given, 'list');
    const found = instancesOn(given.has('data-dir') ? given.dataDir() : undefined);
    const lines = await Promise.all(
      found.map(async (instance) => ({
        data_dir: instance.dataDir,
        kind: instance.kind,
        pid: instance.pid,
        page_port: instance.pagePort,
        service_port: instance.servicePort,
        since: instance.startedAt,
        clients: (await instanceState(instance))?.clients ?? null,
      })),
    );
    if (given.has('json')) return printJson(lines);
    if (lines.length === 0) return print('No Almanac runs.');
    const numberText = (number: number | null) => String(number ?? '–');
    const rows = lines.map(({ kind, pid, page_port, service_port, since, clients, data_dir }) => [
      kind,
      ...[pid, page_port, service_port].map(numberText),
      minuteText(since),
      numberText(clients),
      data_dir,
    ]);
    print(...alignColumns([HEADER, ...rows], 1, 2, 3, 5));
  },
};

const HEADER = ['KIND', 'PID', 'PAGE', 'API', 'SINCE', 'CLIENTS', 'FOLDER'];

export const stop: Command = {
  usage: ['stop [--all] [--data-dir DIR]'],
  description: [
    'Ends the Almanac that runs on a data folder, and waits until it has ended. What it imports at that moment is not stored.',
    'Where none runs there is nothing to do.',
  ],
  options: [option('--all', 'end those of all folders'), DATA_DIR],
  examples: ['stop', 'stop --all'],
  async run(given) {
    expectNoWords(given, 'stop');
    const isAll = given.has('all');
    if (isAll && given.has('data-dir')) throw wrong('--all and --data-dir exclude each other.');
    const dataDir = given.dataDir();
    const found = instancesOn(isAll ? undefined : dataDir);
    if (found.length === 0) return print(isAll ? 'No Almanac runs.' : `No Almanac runs on ${dataDir}.`);
    for (const instance of found) {
      const { pid } = instance;
      if (!(await askToStop(instance, () => !isProcessOf(instance))))
        throw new Failure('folder_in_use', `Process ${pid} on ${instance.dataDir} does not end.`);
      print(`The Almanac on ${instance.dataDir} (process ${pid}) has ended.`);
    }
  },
};

/** @returns the Almanac that runs on a data folder; without one, all that this account runs. */
function instancesOn(dataDir: string | undefined) {
  if (dataDir === undefined) return runningInstances();
  const instance = runningInstance(dataDir);
  return instance ? [instance] : [];
}

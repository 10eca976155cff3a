import { minuteText } from '../calendar/dates.ts';
import { dataFolder } from '../process/data-folder.ts';
import type { Instance } from '../process/instances.ts';
import { alignColumns } from './align-columns.ts';
import { type Command, DATA_DIR } from './command.ts';
import { expectNoWords } from './expect-words.ts';
import { print, printJson } from './output.ts';

export const listData: Command = {
  usage: ['list [--json] [--data-dir DIR]'],
  description: [
    'Lists the Almanacs of this account that run now: in the browser, in a desktop window, or as a service alone.',
    'PAGE and API are ports on 127.0.0.1; CLIENTS counts the pages that are open.',
  ],
  options: [
    { name: 'json', text: 'print JSON' },
    { ...DATA_DIR, text: 'only that of this folder', default: 'all' },
  ],
  examples: ['list', 'list --json'],
  async run(given) {
    expectNoWords(given, 'list');
    const { instanceState, runningInstance, runningInstances } = await import('../process/instances.ts');
    const folder = given.text('data-dir');
    const found =
      folder === undefined ? runningInstances() : [runningInstance(dataFolder(folder)) ?? []].flat();
    const lines = await Promise.all(
      found.map(async (instance) => ({
        instance,
        clients: (await instanceState(instance))?.clients ?? null,
      })),
    );
    if (given.has('json')) return printJson(lines.map(asJson));
    if (lines.length === 0) return print('No Almanac runs.');
    for (const line of alignColumns([HEADER, ...lines.map(asRow)], new Set([1, 2, 3, 5]))) print(line);
  },
};

type Line = { instance: Instance; clients: number | null };

const HEADER = ['KIND', 'PID', 'PAGE', 'API', 'SINCE', 'CLIENTS', 'FOLDER'];

function asRow({ instance, clients }: Line): string[] {
  const { kind, pid, pagePort, servicePort, startedAt, dataDir } = instance;
  const known = [pid, pagePort, servicePort].map((number) => String(number ?? '–'));
  return [kind, ...known, minuteText(startedAt), String(clients ?? '–'), dataDir];
}

function asJson({ instance, clients }: Line) {
  const { kind, pid, pagePort, servicePort, startedAt, dataDir } = instance;
  return {
    data_dir: dataDir,
    kind,
    pid,
    page_port: pagePort,
    service_port: servicePort,
    since: startedAt,
    clients,
  };
}

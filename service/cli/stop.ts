import { Failure } from '../contract/failure.ts';
import { dataFolder } from '../process/data-folder.ts';
import { type Command, DATA_DIR } from './command.ts';
import { expectNoWords } from './expect-words.ts';
import { print } from './output.ts';

export const stop: Command = {
  usage: ['stop [--all] [--data-dir DIR]'],
  description: [
    'Ends the Almanac that runs on a data folder, and waits until it has ended. What it imports at that moment is not stored.',
    'Where none runs there is nothing to do.',
  ],
  options: [{ name: 'all', text: 'end those of all folders' }, DATA_DIR],
  examples: ['stop', 'stop --all'],
  async run(given) {
    expectNoWords(given, 'stop');
    const folder = given.text('data-dir');
    if (given.has('all') && folder !== undefined)
      throw new Failure('wrong_usage', '--all and --data-dir exclude each other.');
    const { askToStop, isProcessOf, runningInstance, runningInstances } = await import(
      '../process/instances.ts'
    );
    const dataDir = dataFolder(folder);
    const found = given.has('all') ? runningInstances() : [runningInstance(dataDir) ?? []].flat();
    if (found.length === 0)
      return print(given.has('all') ? 'No Almanac runs.' : `No Almanac runs on ${dataDir}.`);
    for (const instance of found) {
      const { pid } = instance;
      if (!(await askToStop(instance, () => !isProcessOf(instance))))
        throw new Failure('folder_in_use', `Process ${pid} on ${instance.dataDir} does not end.`);
      print(`The Almanac on ${instance.dataDir} (process ${pid}) has ended.`);
    }
  },
};

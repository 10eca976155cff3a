import { Failure } from '../contract/failure.ts';
import { dataFolder } from '../process/data-folder.ts';
import { almanacVersion } from '../process/version.ts';
import { type Command, DATA_DIR } from './command.ts';
import { expectNoWords } from './expect-words.ts';
import { stopSignal, tell } from './output.ts';

export const mcp: Command = {
  usage: ['mcp [--data-dir DIR]'],
  description: [
    'Answers an assistant on standard input and output by the Model Context Protocol, until the assistant ends it: write this command',
    "into the assistant's own settings. It reads the data folder, also while Almanac runs on it, and changes nothing there. An empty",
    'folder is filled with sample data first. The setting assistants switches it off.',
  ],
  options: [DATA_DIR],
  examples: ['mcp', 'mcp --data-dir ~/almanac'],
  async run(given) {
    expectNoWords(given, 'mcp');
    const dataDir = dataFolder(given.text('data-dir'));
    const { readFileSettings } = await import('../settings/index.ts');
    const { assistants, port } = readFileSettings(dataDir);
    if (!assistants)
      throw new Failure(
        'wrong_usage',
        'Assistants are switched off in the settings. Allow them with: almanac settings set assistants true.',
      );
    const { almanacAddresses, folderSource, guidePages, serveStdio } = await import('../mcp/index.ts');
    const read = await folderSource(dataDir);
    await serveStdio(
      {
        read,
        now: () => new Date(),
        version: almanacVersion(),
        addresses: () => almanacAddresses(dataDir, port),
        guide: guidePages,
        log: tell,
      },
      stopSignal(),
    );
  },
};

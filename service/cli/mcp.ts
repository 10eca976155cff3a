import { existsSync } from 'node:fs';
import path from 'node:path';
import { Failure, quoted } from '../contract/failure.ts';
import { DATA_FILE } from '../contract/names.ts';
import { commandLine } from '../process/command-line.ts';
import { runningInstance } from '../process/instances.ts';
import { almanacVersion } from '../process/version.ts';
import { readFileSettings } from '../settings/index.ts';
import { type Command, DATA_DIR, expectNoWords, sameData, wrong } from './command.ts';
import { printToStderr, stopSignal } from './output.ts';

export const mcp: Command = {
  usage: ['mcp [--data-dir DIR]'],
  description: [
    'Answers an assistant on standard input and output by the Model Context Protocol, until the assistant ends it: write this command',
    "into the assistant's own settings. It reads the data that Almanac shows, also while it runs, and changes nothing: those of the data",
    'folder, or the copy of the team that is followed there. An empty folder is filled with sample data first. The setting assistants',
    'switches it off.',
  ],
  options: [DATA_DIR],
  examples: ['mcp', 'mcp --data-dir ~/almanac'],
  async run(given) {
    expectNoWords(given, 'mcp');
    const dataDir = given.dataDir();
    const { assistants, port } = readFileSettings(dataDir);
    if (!assistants)
      throw wrong(
        `Assistants are switched off in the settings. Allow them: ${commandLine`settings set assistants true ${sameData(given)}`}`,
      );
    const { almanacAddresses, folderSource, openGuide, serveStdio } = await import('../mcp/index.ts');
    const read = await folderSource(dataDir, () => teamCopy(dataDir));
    await serveStdio(
      {
        read,
        now: () => new Date(),
        version: almanacVersion(),
        addresses: () => almanacAddresses(dataDir, port),
        guide: openGuide(),
        log: printToStderr,
      },
      stopSignal(),
    );
  },
};

/**
 * @returns the folder of the followed team's copy, by the running service or else the setting `team`;
 * undefined if the folder's own data are shown. @throws Failure 'folder_unusable' if there is no copy yet.
 */
async function teamCopy(dataDir: string): Promise<string | undefined> {
  const running = runningInstance(dataDir);
  const followed = running?.kind === 'service' ? running.follows : readFileSettings(dataDir).team;
  if (!followed) return undefined;
  const { checkedTeamAddress, copyFolder, knownTeam } = await import('../team/feed/index.ts');
  const address = checkedTeamAddress(followed);
  const team = knownTeam(dataDir, address);
  const folder = team === undefined ? undefined : copyFolder(dataDir, team);
  if (folder !== undefined && existsSync(path.join(folder, DATA_FILE))) return folder;
  throw new Failure(
    'folder_unusable',
    `Almanac follows the team at ${quoted(address)} and has no copy of its data yet. Start Almanac while the team answers, then ask again.`,
  );
}

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TeamAddress } from '../../service/team/index.ts';
import { startCommandLine } from '../support/command-line.ts';

/** `almanac serve` in a separate process. */
export type ServeProcess = {
  url: string;
  pid: number;
  /** The lines that it has written to standard error. */
  lines: string[];
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * Starts a node of a team or, without `team`, one computer's service. The caller stops it.
 * @throws Error with its output if it ends instead.
 */
export async function startServe(
  dataDir: string,
  team?: { where: TeamAddress; name: string },
  words: readonly string[] = [],
): Promise<ServeProcess> {
  const ofTeam = team && ['--team', team.where.address, '--node-name', team.name];
  const password = team?.where.passwordFile;
  const child = startCommandLine([
    ...['serve', '--data-dir', dataDir, '--port', '0', '--no-sample', ...words],
    ...(ofTeam ?? []),
    ...(password === undefined ? [] : ['--team-password-file', password]),
  ]);
  const lines: string[] = [];
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The service ended: ${lines.join('\n')}`)));
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /^Listening on (\S+)/.exec(line)?.[1];
        if (found) resolve(found);
      });
  });
  return {
    url,
    pid: child.pid ?? 0,
    lines,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
  };
}

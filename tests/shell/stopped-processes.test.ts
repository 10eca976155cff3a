import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { stillRunning } from '../support/child-processes.ts';
import { SOME_START, standInService } from './stand-in-service.ts';

/**
 * Processes stopped by SIGSTOP: the service alone, like a hang; shell and service together, like a sleep of
 * the machine. The shell is a separate process in its own group.
 */

const TIMES = { lookMs: 1_000, pausesMs: [20] };
const CHILD_PROCESS = path.resolve('electron/child-process.ts');
const RUN_SERVICE = path.resolve('electron/run-service.ts');
const shells: ChildProcess[] = [];
afterEach(() => {
  for (const { pid } of shells.splice(0)) {
    try {
      process.kill(-(pid ?? 0), 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
});

/** @returns the shell and its output: `ready PID` for each service that answers, and the log. */
function startShell(): { shell: ChildProcess; lines: string[] } {
  const program = `import { forkService } from ${JSON.stringify(CHILD_PROCESS)};
    import { superviseService } from ${JSON.stringify(RUN_SERVICE)};
    const log = (line) => console.log(line);
    const run = superviseService({
      settings: () => (${JSON.stringify(SOME_START)}),
      spawn: () => forkService(${JSON.stringify(standInService('well'))}, log),
      keychain: { ask: async () => ({ t: 'ended' }), close: async () => undefined },
      onQuit: () => log('quit'),
      onFailed: log,
      log,
      times: ${JSON.stringify(TIMES)},
    });
    run.onChange(() => {
      if (run.state() !== 'running') return;
      fetch('http://127.0.0.1:' + run.at().pagePort).then((answer) => answer.json()).then(({ pid }) => log('ready ' + pid));
    });
    run.start();`;
  const shell = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  shells.push(shell);
  const lines: string[] = [];
  if (shell.stdout) createInterface({ input: shell.stdout }).on('line', (line) => lines.push(line));
  return { shell, lines };
}

const readyPids = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => /^ready (\d+)$/.exec(line)?.[1] ?? []).map(Number);
const until = <T>(check: () => T): Promise<T> => vi.waitFor(check, { timeout: 45_000, interval: 20 });

test('shell and service that are stopped together, as in a sleep of the computer, continue as before', {
  tags: 'soak',
}, async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no SIGSTOP');
  const { shell, lines } = startShell();
  await until(() => expect(readyPids(lines)).toHaveLength(1));
  const [service = 0] = readyPids(lines);
  process.kill(-(shell.pid ?? 0), 'SIGSTOP');
  // The wait is longer than a hang may be, because the test is about this time.
  await sleep(5 * TIMES.lookMs);
  process.kill(-(shell.pid ?? 0), 'SIGCONT');
  // Waits for several checks of the shell.
  await sleep(5 * TIMES.lookMs);
  expect(lines).toEqual([`ready ${service}`]);
  expect(process.kill(service, 0)).toBe(true);
});

test('a service without a channel that closes, as in Electron, ends when its shell is killed', {
  tags: 'soak',
}, async ({ skip }) => {
  skip(process.platform !== 'linux', 'whether a process runs still is looked up in /proc');
  const main = path.resolve('service/main.ts');
  // Imitates Electron's port of a utility process, and never sends a message.
  const port = `data:text/javascript,process.parentPort = { postMessage() {}, on(event) { console.log(event); setInterval(() => 0, 1e6); } };`;
  const parent = `const child = require('node:child_process').spawn(process.execPath,
    ['--import', ${JSON.stringify(port)}, ${JSON.stringify(main)}], { stdio: ['ignore', 'inherit', 'inherit'] });
    console.log(child.pid); setInterval(() => 0, 1e6);`;
  const host = spawn(process.execPath, ['--eval', parent], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  shells.push(host);
  const lines: string[] = [];
  createInterface({ input: host.stdout }).on('line', (line) => lines.push(line));
  // The service's last step is to listen for the end of the channel, which never comes.
  await until(() => expect(lines).toContain('close'));
  const service = Number(lines.find((line) => /^\d+$/.test(line)));
  expect(await stillRunning([service])).toEqual([service]);
  host.kill('SIGKILL');
  await vi.waitFor(async () => expect(await stillRunning([service])).toEqual([]), { timeout: 45_000 });
});

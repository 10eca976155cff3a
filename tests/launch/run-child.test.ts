import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runQuietly } from '../../electron/launch/run-child.mjs';
import { runShown } from '../../electron/launch/test-runners.mjs';

const LAUNCHER = fileURLToPath(new URL('../../electron/launch/launch.mjs', import.meta.url));
const RUN_SHOWN = new URL('../../electron/launch/test-runners.mjs', import.meta.url).href;
const RUN_CHILD = new URL('../../electron/launch/run-child.mjs', import.meta.url).href;

/** A process that runs `script` as its child, like the launcher. */
function runnerOf(script: string) {
  const code = `const { runChild } = await import(${JSON.stringify(RUN_CHILD)});
    await runChild(process.execPath, ['-e', ${JSON.stringify(script)}]);`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
}

describe('a program that runs in the launcher’s place', () => {
  it('passes its exit status on', async () => {
    const [status] = await once(runnerOf('process.exit(3)'), 'exit');
    expect(status).toBe(3);
  });

  it('has the terminal’s input and output', async () => {
    const runner = runnerOf("process.stdin.on('data', (text) => process.stdout.write('heard ' + text))");
    runner.stdin.end('Enter');
    const [text] = await once(runner.stdout.setEncoding('utf8'), 'data');
    expect(text).toBe('heard Enter');
  });

  it('gets the signals, and may exit normally on them', async () => {
    const runner = runnerOf(
      "process.on('SIGTERM', () => process.exit(7)); setInterval(Date, 1e3); console.log('up')",
    );
    await once(runner.stdout, 'data');
    runner.kill('SIGTERM');
    const [status] = await once(runner, 'exit');
    expect(status).toBe(7);
  });

  it('ends the launcher by the same signal that ended it', async () => {
    const runner = runnerOf("console.log('up'); process.kill(process.pid, 'SIGKILL')");
    const [, signal] = await once(runner, 'exit');
    expect(signal).toBe('SIGKILL');
  });
});

describe('a launcher that npm has started', () => {
  it('ends with its child when a signal ends only npm’s shell', async ({ skip }) => {
    skip(process.platform === 'win32', 'there is no POSIX shell');
    const code = `const { endWithParent, runQuietly } = await import(${JSON.stringify(RUN_CHILD)});
      endWithParent();
      console.log('up');
      await runQuietly(process.execPath, ['-e', 'setInterval(Date, 1e3)']);`;
    const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(shell.stdout, 'data');
    shell.kill('SIGTERM');
    // The launcher keeps the output open until it ends, and it ends after its child.
    await once(shell.stdout, 'close');
  });
});

describe('the launcher', () => {
  it('refuses an unknown command in one line', async () => {
    const { status, output } = await runQuietly(process.execPath, [LAUNCHER, 'strat']);
    expect(status).toBe(2);
    expect(output).toBe(
      'almanac: there is no command ‘strat’; there are start, test, soak, dev, check, bench, planted, e2e:electron, package, release, almanac\n',
    );
  });

  it('reports a missing program as not started', async () => {
    expect((await runQuietly('/no/such/program', [])).status).toBe(127);
  });
});

describe('a runner of the tests', () => {
  it('keeps its output and its exit status', async () => {
    const script = "console.log(process.env.TZ, '3 passed, 1 failed'); process.exit(1)";
    const { status, output } = await runShown(process.cwd(), ['-e', script], { TZ: 'Pacific/Auckland' });
    expect(status).toBe(1);
    expect(output).toBe('Pacific/Auckland 3 passed, 1 failed\n');
  });

  it.concurrent('that hangs is ended together with all processes that it started', async () => {
    const hangs = "process.on('SIGTERM', () => 0); setInterval(() => 0, 1e9);";
    // The worker shares this output, so the run ends only when the worker does.
    const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(hangs)}], { stdio: 'inherit' });
      console.log('up'); ${hangs}`;
    expect(await runShown(process.cwd(), ['-e', script], {}, { longestSilenceMs: 3_500 })).toEqual({
      status: 1,
      output: 'up\n',
    });
  });

  it.concurrent('that keeps printing does not count as hanging', { tags: 'soak' }, async () => {
    const script =
      'let told = 0; const timer = setInterval(() => { console.log(++told); if (told === 9) clearInterval(timer); }, 400)';
    const { status, output } = await runShown(process.cwd(), ['-e', script], {}, { longestSilenceMs: 3_000 });
    expect({ status, lines: output.trim().split('\n').length }).toEqual({ status: 0, lines: 9 });
  });

  it('shows the output of a background run in one piece, under its heading', async () => {
    const told = "console.log('behind'); console.error('to the end')";
    const runner = `const { runShown } = await import(${JSON.stringify(RUN_SHOWN)});
      const behind = runShown('.', ['-e', ${JSON.stringify(told)}], {}, { behind: 'Types' });
      const inFront = runShown('.', ['-e', "setTimeout(() => console.log('in front'), 100)"], {});
      const [{ output }] = await Promise.all([behind, inFront]);
      console.log(JSON.stringify(output));`;
    const { status, output } = await runQuietly(process.execPath, ['--input-type=module', '-e', runner]);
    expect(status).toBe(0);
    expect(output).toContain('in front\n');
    const [, shown] = output.split('\n=== Types ===\n');
    expect(shown).toContain('behind\n');
    expect(shown).toContain('to the end\n');
    expect(output).toContain(JSON.stringify('behind\n'));
  });
});

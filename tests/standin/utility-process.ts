import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { serialize } from 'node:v8';
import type { AppDouble } from './app.ts';
import { type Engine, guarded, needsReady, StandinEvent } from './engine.ts';

type Part = Pick<Electron.UtilityProcess, 'postMessage' | 'kill' | 'pid'>;

/** A child process of Node that acts as a utility process, without message ports and sandbox. */
class UtilityProcessDouble extends EventEmitter implements Part {
  pid: number | undefined;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly serviceName: string;
  readonly child: ChildProcess;

  constructor(file: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const { serviceName = 'Node Utility Process', env, cwd, execArgv = [], stdio = 'inherit' } = options;
    const out = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
    this.serviceName = serviceName;
    this.child = fork(file, args, {
      serialization: 'advanced',
      stdio: ['ignore', out[1] as 'pipe', out[2] as 'pipe', 'ipc'],
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        '--import',
        path.join(import.meta.dirname, 'parent-port.ts'),
        ...execArgv,
      ],
      ...(cwd === undefined ? {} : { cwd }),
      env: (env ?? process.env) as NodeJS.ProcessEnv,
    });
    this.stdout = this.child.stdout;
    this.stderr = this.child.stderr;
    this.child.once('spawn', () => {
      this.pid = this.child.pid;
      this.emit('spawn');
    });
    this.child.on('message', (message) => this.emit('message', message));
    this.child.once('exit', (code) => {
      this.pid = undefined;
      // As in Electron, a process that a signal ended has the code 0.
      this.emit('exit', code ?? 0);
    });
    this.child.on('error', (error) => this.emit('error', 'FatalError', error.message, ''));
  }

  postMessage(message: unknown, transfer?: unknown[]): void {
    if (transfer !== undefined && transfer.length > 0)
      throw new Error('The stand-in moves no message ports to other processes');
    // Refuses a value that cannot be cloned here, as in Electron, and not later in the child.
    serialize(message);
    if (this.pid !== undefined && this.child.connected) this.child.send(message as object, () => undefined);
  }
  kill(): boolean {
    return this.pid !== undefined && this.child.kill('SIGTERM');
  }
}

/** `utilityProcess`, and all its running processes. */
export function createUtilityProcesses(
  engine: Engine,
  app: AppDouble,
): { module: Pick<typeof Electron.utilityProcess, 'fork'>; running: Set<UtilityProcessDouble> } {
  const running = new Set<UtilityProcessDouble>();
  const module = {
    fork(file: string, args: string[] = [], options: Electron.ForkOptions = {}) {
      needsReady(engine, 'utilityProcess cannot be created before app is ready');
      const made = guarded(new UtilityProcessDouble(file, args, options), 'UtilityProcess');
      running.add(made);
      made.child.once('exit', (code, signal) => {
        running.delete(made);
        if (code === 0) return;
        const reason = signal === null ? 'abnormal-exit' : 'killed';
        app.emit('child-process-gone', new StandinEvent(), {
          type: 'Utility',
          reason,
          exitCode: code ?? 0,
          serviceName: 'node.mojom.NodeService',
          name: made.serviceName,
        });
      });
      return made as unknown as Electron.UtilityProcess;
    },
  };
  return { module: guarded(module, 'utilityProcess'), running };
}

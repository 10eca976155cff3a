import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type {
  KeychainAnswer,
  PageStart,
  ServiceMessage,
  ServiceStart,
  ShellMessage,
} from '../../service/contract/service-channel.ts';
import { makeBearer } from '../../service/process/page-bearer.ts';
import { SERVICE } from './programs.ts';

/** Starts the service process as a shell does. */

export const SESSION_SECRET = 'session-secret-of-this-run';
export const CONTROL_SECRET = 'control-secret-of-this-run';
/** Valid on the page's port. */
export const BEARER = { Authorization: `Bearer ${makeBearer(SESSION_SECRET)}` };

/** The settings of a shell for a service with a page. */
export function pageStart(folder: string, over: Partial<PageStart> = {}): PageStart {
  return {
    ...{ mode: 'browser', port: 0, isPortFixed: true, folder },
    ...{ sessionSecret: SESSION_SECRET, controlSecret: CONTROL_SECRET, environmentKeys: {} },
    ...{ logFile: '/nowhere/almanac.log', shell: { pid: 4242, versions: { node: '26.0.0' } } },
    startup: { origin: performance.timeOrigin, marks: {}, report: null },
    ...over,
  };
}

export type ServiceChild = Awaited<ReturnType<typeof startChild>>;
/** `port: undefined` means the port in the settings file. */
type Settings = { dataDir: string } & { [Name in keyof ServiceStart]?: ServiceStart[Name] | undefined };

/**
 * Starts a process and sends it its settings. It has no keychain, only the shell's memory for keys.
 * @param command that starts it: program and arguments
 */
export function startChild(settings: Settings, command: readonly string[] = [process.execPath, SERVICE]) {
  const [program = '', ...args] = command;
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const heard: ServiceMessage[] = [];
  const memory = new Map<string, string>();
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const say = (message: ShellMessage) => void child.send(message);
  child.on('message', (message: ServiceMessage) => {
    heard.push(message);
    if (message.t !== 'keychain') return;
    const { request, id } = message;
    let answer: KeychainAnswer = { t: 'unavailable', message: 'There is no keychain.' };
    if (request.place === 'memory') {
      answer = { t: 'done', value: memory.get(request.account) ?? null };
      if (request.act === 'write') memory.set(request.account, request.secret);
      if (request.act === 'remove') memory.delete(request.account);
    }
    say({ t: 'keychain-answer', id, answer });
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  let isOver = false;
  void exit.then(() => {
    isOver = true;
  });
  const usual = { port: 0, pageSize: 100, sample: false, page: pageStart('/nowhere') };
  say({ t: 'start', settings: { ...usual, ...settings } as ServiceStart });

  /** @returns the first message of a kind. @throws an error with the log if the process ended without one. */
  async function message<Kind extends ServiceMessage['t']>(kind: Kind) {
    for (;;) {
      const found = heard.find((one): one is Extract<ServiceMessage, { t: Kind }> => one.t === kind);
      if (found) return found;
      if (isOver) throw new Error(`The service ended without '${kind}':\n${JSON.stringify(heard)}\n${log}`);
      await Promise.race([once(child, 'message'), exit]);
    }
  }
  return {
    child,
    exit,
    log: () => log,
    say,
    message,
    async listening() {
      const { port, pagePort, token } = await message('listening');
      const origin = `http://127.0.0.1:${pagePort}`;
      const headers = { ...BEARER, 'Content-Type': 'application/json' };
      return {
        token,
        origin,
        url: `http://127.0.0.1:${port}`,
        ask: (path: string) => fetch(origin + path, { headers }),
        post: (name: string, body: object = {}) =>
          fetch(`${origin}/host/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }),
      };
    },
    /** Asks the process to stop. @returns its status. */
    async stop(deadlineMs = 1000): Promise<number | null> {
      say({ t: 'stop', deadlineMs });
      return (await exit)[0];
    },
  };
}

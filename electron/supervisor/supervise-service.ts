import {
  HOST_CALLS,
  type HostCalls,
  SERVICE_CALLS,
  ServiceMessage,
  type ServiceSettings,
} from '../../service/contract/control.ts';
import { assertNever, Failure } from '../../service/contract/failure.ts';
import { fits } from '../../service/contract/fits.ts';
import type { DataDamage } from '../../service/contract/integrity.ts';
import {
  type AnswererEnd,
  answererOf,
  type CallHandlers,
  callerOf,
  handleBy,
} from '../../service/process/rpc.ts';
import { type Effect, type MachineEvent, restingMachine, serviceState, type TimerName } from './machine.ts';
import { SUPERVISOR_POLICY, type SupervisorPolicy } from './policy.ts';
import { step } from './step.ts';
import { SYSTEM_CLOCK } from './system-clock.ts';
import type { Clock, ServiceChild, ServiceStatus, Supervisor } from './types.ts';

export type SupervisorOptions = {
  /** Settings that the service gets over the channel; `port` is tried first. */
  settings: ServiceSettings;
  /** What the service gets besides `settings`, asked at each start; a promise delays the start. It must not reject. */
  moreSettings?: (() => Promise<Partial<ServiceSettings>> | undefined) | undefined;
  /** Ports to try in turn if `port` is in use; 0 is any. Empty: no other port may be used. */
  otherPorts: readonly number[];
  /** @returns who holds a port, in words. */
  whoHolds: (port: number) => Promise<string>;
  spawn: () => ServiceChild;
  /** Answers the calls of the service. */
  answer: CallHandlers<HostCalls>;
  /** Gets a line for each event, without secrets. */
  log: (line: string) => void;
  policy?: SupervisorPolicy;
  clock?: Clock;
  random?: () => number;
};

const gone = (): Failure =>
  new Failure(
    'cancelled',
    'The data service stopped before it had answered. What it had not stored yet was not stored.',
  );

/** Runs the machine of `step.ts` on a real process and a real clock. Starts nothing before `start()`. */
export function superviseService(options: SupervisorOptions): Supervisor {
  const { clock = SYSTEM_CLOCK, policy = SUPERVISOR_POLICY, random = Math.random } = options;
  const timers = new Map<TimerName, () => void>();
  const listeners = new Set<(status: ServiceStatus) => void>();
  let machine = restingMachine(options.settings.port, options.otherPorts);
  let child: ServiceChild | undefined;
  let pings = 0;
  let requests = 0;
  let damage: DataDamage | undefined;
  const service = callerOf(SERVICE_CALLS, (message) => {
    if (child === undefined || machine.listeningPort === undefined) throw gone();
    child.send(message);
  });

  function give(event: MachineEvent): void {
    const next = step(machine, event, { nowMs: clock.nowMs(), random: random(), policy });
    machine = next.machine;
    for (const effect of next.effects) perform(effect);
    for (const listener of [...listeners]) listener(status());
  }

  function perform(effect: Effect): void {
    switch (effect.t) {
      case 'spawn':
        spawnChild(effect.port);
        break;
      case 'ping':
        pings += 1;
        child?.send({ t: 'ping', id: pings });
        break;
      case 'shutdown':
        child?.send({ t: 'shutdown', deadlineMs: effect.deadlineMs });
        break;
      case 'kill':
        child?.kill('SIGKILL');
        break;
      case 'look-up-holder':
        void options
          .whoHolds(effect.port)
          .then((holder) => give({ t: 'port-holder', port: effect.port, holder }));
        break;
      case 'set-timer':
        timers.get(effect.timer)?.();
        timers.set(
          effect.timer,
          clock.after(effect.afterMs, () => give({ t: 'timer', timer: effect.timer })),
        );
        break;
      case 'clear-timer':
        timers.get(effect.timer)?.();
        timers.delete(effect.timer);
        break;
      case 'log':
        options.log(effect.line);
        break;
      default:
        assertNever(effect);
    }
  }

  function spawnChild(port: number): void {
    const started = spawnOrExit();
    child = started;
    requests = 0;
    // If the service has gone in between, nobody gets the answer: the next process did not ask for it.
    const asked = answererOf(
      HOST_CALLS,
      handleBy<HostCalls>(options.answer),
      (message) => {
        if (child === started) started.send(message);
      },
      (error) => {
        options.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
        return 'An error in Almanac itself.';
      },
    );
    started.onMessage((message) => {
      if (child === started) hear(message, asked);
    });
    started.onExit(() => {
      if (child !== started) return;
      child = undefined;
      service.lose(gone());
      give({ t: 'exited' });
    });
    const begin = (more: Partial<ServiceSettings> = {}) =>
      started.send({ t: 'init', settings: { ...options.settings, ...more, port } });
    const more = options.moreSettings?.();
    if (more === undefined) begin();
    else
      void more.then((found) => {
        if (child === started) begin(found);
      });
  }

  /** If the process cannot even be made, it counts as one that ended at once. */
  function spawnOrExit(): ServiceChild {
    try {
      return options.spawn();
    } catch (error) {
      options.log(`The data service could not be started: ${String(error)}`);
      return {
        send: () => undefined,
        kill: () => undefined,
        onMessage: () => undefined,
        onExit: (listener) => queueMicrotask(listener),
      };
    }
  }

  function hear(message: unknown, asked: AnswererEnd): void {
    if (service.hear(message) || asked.hear(message) || !fits(ServiceMessage, message)) return;
    switch (message.t) {
      case 'listening':
        give({ t: 'listening', port: message.port });
        break;
      case 'fatal':
        give({ t: 'fatal', code: message.code, message: message.message });
        break;
      case 'pong':
        requests = message.requests;
        damage = message.damage;
        give({ t: 'pong' });
        break;
      case 'bye':
        break;
      default:
        assertNever(message);
    }
  }

  function status(): ServiceStatus {
    const { listeningPort: port, message, problem } = machine;
    return { state: serviceState(machine), port, message, problem, requests, ...(damage ? { damage } : {}) };
  }

  /** Resolves when `isSo` returns true, after the time-out, or on abort, whichever is first. */
  function until(isSo: () => boolean, timeoutMs?: number, signal?: AbortSignal): Promise<void> {
    if (isSo() || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = timeoutMs === undefined ? undefined : clock.after(timeoutMs, finish);
      const listen = () => {
        if (isSo()) finish();
      };
      function finish(): void {
        cancel?.();
        listeners.delete(listen);
        signal?.removeEventListener('abort', finish);
        resolve();
      }
      listeners.add(listen);
      signal?.addEventListener('abort', finish);
    });
  }

  return {
    start: ({ anyPort = false, port } = {}) =>
      give({
        t: 'start',
        anyPort,
        ...(port !== undefined && {
          ports: { port, otherPorts: options.otherPorts.length === 0 ? [] : [0] },
        }),
      }),
    sleep() {
      give({ t: 'slept' });
      service.call('pause-schedule', {}).catch((error: unknown) => {
        // A service that does not run now has no schedule either.
        if (!(error instanceof Failure)) options.log(`The schedule was not paused: ${String(error)}`);
      });
    },
    wake: () => give({ t: 'woke' }),
    async stop() {
      give({ t: 'stop' });
      await until(() => !machine.hasChild);
    },
    status,
    call: service.call,
    async waitForStart(timeoutMs, signal) {
      await until(() => ['ready', 'failed', 'stopped'].includes(status().state), timeoutMs, signal);
      return status();
    },
    onChange: (listener) => void listeners.add(listener),
  };
}

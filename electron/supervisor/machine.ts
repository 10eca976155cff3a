import type { ServiceProblem, ServiceState } from '../../service/contract/host.ts';

/** The state of the service process. Pure data: only `step` makes the next one. */
export type Machine = {
  phase: 'stopped' | 'starting' | 'ready' | 'waiting' | 'stopping' | 'failed';
  hasChild: boolean;
  /** What the exit of the present process will mean. */
  afterExit: 'crash' | 'start' | 'rest';
  /** Port for the next start: the wanted one, later the one that the service last had; 0 is any. */
  port: number;
  /** Ports to try after that one if it is taken; 0 is any. Empty where the person asked for this port. */
  otherPorts: readonly number[];
  /** Port on which the service listens. */
  listeningPort: number | undefined;
  /** Restarts in a row since the service last ran well for `healthyMs`. */
  restarts: number;
  /** Times of the crashes within the window. */
  crashesMs: readonly number[];
  readyAtMs: number | undefined;
  /** Time of the oldest ping without a pong. */
  unansweredSinceMs: number | undefined;
  lastPingTimerMs: number;
  /** The computer sleeps or is about to: a service that does not answer is not at fault. */
  isAsleep: boolean;
  message: string | null;
  /** The kind of failure, where a person can do something about it. */
  problem: ServiceProblem | null;
};

export type TimerName = 'start' | 'ping' | 'restart' | 'kill';

export type MachineEvent =
  /** `anyPort`: on whatever port is free, this once; `ports`: on these from now on. */
  | { t: 'start'; anyPort?: boolean; ports?: Pick<Machine, 'port' | 'otherPorts'> }
  | { t: 'stop' }
  /** The computer is about to sleep. */
  | { t: 'slept' }
  /** The computer is awake again. */
  | { t: 'woke' }
  | { t: 'listening'; port: number }
  | { t: 'fatal'; code: string; message: string }
  /** Who holds the port that is taken: `node (process 4242)`. */
  | { t: 'port-holder'; port: number; holder: string }
  | { t: 'pong' }
  | { t: 'exited' }
  | { t: 'timer'; timer: TimerName };

/** What the supervisor has to do after a step. A timer that is set again replaces the one of the same name. */
export type Effect =
  | { t: 'spawn'; port: number }
  | { t: 'ping' }
  | { t: 'shutdown'; deadlineMs: number }
  | { t: 'kill' }
  /** Find out who holds a port; answered by the event 'port-holder'. */
  | { t: 'look-up-holder'; port: number }
  | { t: 'set-timer'; timer: TimerName; afterMs: number }
  | { t: 'clear-timer'; timer: TimerName }
  | { t: 'log'; line: string };

/** @returns a machine at rest. The service will try `port`, then `otherPorts`; 0 is any. */
export function restingMachine(port: number, otherPorts: readonly number[]): Machine {
  return {
    phase: 'stopped',
    hasChild: false,
    afterExit: 'rest',
    port,
    otherPorts,
    listeningPort: undefined,
    restarts: 0,
    crashesMs: [],
    readyAtMs: undefined,
    unansweredSinceMs: undefined,
    lastPingTimerMs: 0,
    isAsleep: false,
    message: null,
    problem: null,
  };
}

/** @returns the phase as the contract names it; a restart after a crash is 'degraded', not 'starting'. */
export function serviceState(machine: Machine): ServiceState {
  switch (machine.phase) {
    case 'stopped':
    case 'stopping':
      return 'stopped';
    case 'starting':
      return machine.restarts === 0 ? 'starting' : 'degraded';
    case 'waiting':
      return 'degraded';
    case 'ready':
    case 'failed':
      return machine.phase;
  }
}

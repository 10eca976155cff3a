import type { ServiceProblem, ServiceState } from '../../service/contract/host.ts';

/** What is known of the service process. Pure data: `step` makes the next one, and nothing else changes it. */
export type Machine = {
  phase: 'stopped' | 'starting' | 'ready' | 'waiting' | 'stopping' | 'failed';
  hasChild: boolean;
  /** What the exit of the process that is there now will mean. */
  afterExit: 'crash' | 'start' | 'rest';
  /** Port to ask for at the next start: what was wanted, then what the service last had; 0 is any. */
  port: number;
  /** Ports to try after that one where they are taken; 0 is any. None: it was asked for, so no other will do. */
  otherPorts: readonly number[];
  /** Port on which the service listens. */
  listeningPort: number | undefined;
  /** Restarts in a row, since the service was last well for long enough. */
  restarts: number;
  /** Times of the crashes within the window. */
  crashesMs: readonly number[];
  readyAtMs: number | undefined;
  /** Time of the oldest ping without a pong. */
  unansweredSinceMs: number | undefined;
  lastPingTimerMs: number;
  /** The machine sleeps, or is about to: nothing that the service does not do counts against it. */
  isAsleep: boolean;
  message: string | null;
  /** What kind of failure it is that a person can do something about. */
  problem: ServiceProblem | null;
};

export type TimerName = 'start' | 'ping' | 'restart' | 'kill';

export type MachineEvent =
  /** `anyPort`: on whatever port is free, this once. */
  | { t: 'start'; anyPort?: boolean }
  | { t: 'stop' }
  /** The machine is about to sleep; it is awake again. */
  | { t: 'slept' }
  | { t: 'woke' }
  | { t: 'listening'; port: number }
  | { t: 'fatal'; code: string; message: string }
  /** Who holds the port that could not be had: `node (process 4242)`. */
  | { t: 'port-holder'; port: number; holder: string }
  | { t: 'pong' }
  | { t: 'exited' }
  | { t: 'timer'; timer: TimerName };

/** What the world has to do. A timer that is set again replaces the one of the same name. */
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

/** @returns a machine at rest. `port` is what the service shall listen on, then `otherPorts`; 0 is any. */
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

/** @returns the phase in the words of the contract; a restart after a crash is 'degraded', not 'starting'. */
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

import { assertNever } from '../../service/contract/failure.ts';
import type { Effect, Machine, MachineEvent, TimerName } from './machine.ts';
import { crashed, type SupervisorPolicy } from './policy.ts';

/** What `step` may use beside machine and event: a monotonic clock, and a random number from 0 to 1 for the jitter. */
export type StepContext = { nowMs: number; random: number; policy: SupervisorPolicy };
export type Step = { machine: Machine; effects: Effect[] };

/**
 * The whole behaviour of the supervisor as a pure function: start with time-out, pings, hang, pauses, giving up, shutdown.
 * Do not pass events of a process that is no longer the current one.
 */
export function step(machine: Machine, event: MachineEvent, context: StepContext): Step {
  switch (event.t) {
    case 'start':
      return started(machine, event, context);
    case 'stop':
      return stopped(machine, context);
    case 'slept':
      return { machine: { ...machine, isAsleep: true, unansweredSinceMs: undefined }, effects: [] };
    case 'woke':
      return {
        machine: {
          ...machine,
          isAsleep: false,
          unansweredSinceMs: undefined,
          lastPingTimerMs: context.nowMs,
        },
        effects: [],
      };
    case 'port-holder':
      return {
        machine: withHolder(machine, event),
        effects: [{ t: 'log', line: `Port ${event.port} is in use by ${event.holder}.` }],
      };
    case 'listening':
      return listening(machine, event.port, context);
    case 'fatal':
      return fatal(machine, event, context);
    case 'pong':
      return { machine: { ...machine, unansweredSinceMs: undefined }, effects: [] };
    case 'exited':
      return exited(machine, context);
    case 'timer':
      return timerEnded(machine, event.timer, context);
    default:
      return assertNever(event);
  }
}

function started(
  machine: Machine,
  { anyPort = false, ports }: Extract<MachineEvent, { t: 'start' }>,
  context: StepContext,
): Step {
  if (machine.phase === 'starting' || machine.phase === 'ready') return { machine, effects: [] };
  const fresh: Machine = {
    ...machine,
    ...ports,
    ...(anyPort ? { port: 0, otherPorts: [] } : {}),
    restarts: 0,
    crashesMs: [],
    message: null,
    problem: null,
  };
  if (!machine.hasChild) return spawn(fresh, context);
  return {
    machine: { ...fresh, phase: 'starting', afterExit: 'start' },
    effects: [{ t: 'set-timer', timer: 'kill', afterMs: context.policy.shutdownMs }],
  };
}

function spawn(machine: Machine, context: StepContext): Step {
  return {
    machine: {
      ...machine,
      phase: 'starting',
      hasChild: true,
      afterExit: 'crash',
      listeningPort: undefined,
      readyAtMs: undefined,
      unansweredSinceMs: undefined,
    },
    effects: [
      { t: 'clear-timer', timer: 'restart' },
      { t: 'spawn', port: machine.port },
      { t: 'set-timer', timer: 'start', afterMs: context.policy.startTimeoutMs },
    ],
  };
}

function stopped(machine: Machine, context: StepContext): Step {
  const quiet = clear('start', 'ping', 'restart');
  const resting: Machine = {
    ...machine,
    listeningPort: undefined,
    message: null,
    problem: null,
    afterExit: 'rest',
  };
  if (!machine.hasChild) return { machine: { ...resting, phase: 'stopped' }, effects: quiet };
  if (machine.phase === 'stopping') return { machine: resting, effects: [] };
  const deadlineMs = context.policy.shutdownMs;
  return {
    machine: { ...resting, phase: 'stopping' },
    effects: [
      ...quiet,
      { t: 'shutdown', deadlineMs },
      { t: 'set-timer', timer: 'kill', afterMs: deadlineMs },
    ],
  };
}

function listening(machine: Machine, port: number, { nowMs, policy }: StepContext): Step {
  if (machine.phase !== 'starting' || machine.afterExit !== 'crash') return { machine, effects: [] };
  return {
    machine: {
      ...machine,
      phase: 'ready',
      port,
      listeningPort: port,
      readyAtMs: nowMs,
      lastPingTimerMs: nowMs,
      message: null,
    },
    effects: [...clear('start'), { t: 'set-timer', timer: 'ping', afterMs: policy.pingIntervalMs }],
  };
}

/** An expected failure is final: the next start would fail too. Only for a taken port another one is tried, where that is allowed. */
function fatal(machine: Machine, event: { code: string; message: string }, context: StepContext): Step {
  const told: Effect = { t: 'log', line: event.message };
  if (event.code === 'bug' || machine.afterExit !== 'crash') return { machine, effects: [told] };
  const effects: Effect[] = [
    ...clear('start', 'ping'),
    { t: 'set-timer', timer: 'kill', afterMs: context.policy.shutdownMs },
  ];
  if (event.code === 'port_in_use') return portTaken(machine, effects);
  return {
    machine: {
      ...machine,
      phase: 'failed',
      afterExit: 'rest',
      listeningPort: undefined,
      message: event.message,
      problem: event.code === 'folder_in_use' ? 'folder_in_use' : null,
    },
    effects: [...effects, told],
  };
}

/** Tries the next of the other ports; where there is none, a person has to decide. */
function portTaken(machine: Machine, effects: Effect[]): Step {
  const { port } = machine;
  const lookUp: Effect = { t: 'look-up-holder', port };
  const [next, ...otherPorts] = machine.otherPorts.filter((other) => other !== port);
  if (next !== undefined && port !== 0) {
    const other = next === 0 ? 'a free one' : `port ${next}`;
    const line = `Port ${port} is in use by another program, so the API for other tools takes ${other} this time.`;
    return {
      machine: { ...machine, port: next, otherPorts, afterExit: 'start' },
      effects: [...effects, { t: 'log', line }, lookUp],
    };
  }
  const message = portTakenText(port, 'another program');
  return {
    machine: {
      ...machine,
      phase: 'failed',
      afterExit: 'rest',
      listeningPort: undefined,
      message,
      problem: 'port_taken',
    },
    effects: [...effects, { t: 'log', line: `${message} Another --service-port is one for good.` }, lookUp],
  };
}

function withHolder(machine: Machine, { port, holder }: { port: number; holder: string }): Machine {
  const isAboutIt = machine.phase === 'failed' && machine.problem === 'port_taken' && machine.port === port;
  return isAboutIt ? { ...machine, message: portTakenText(port, holder) } : machine;
}

const portTakenText = (port: number, holder: string): string =>
  `Port ${port}, the address of the API for other tools, is in use by ${holder}. End that program and restart the service, or use another port this once.`;

function exited(machine: Machine, context: StepContext): Step {
  const gone: Machine = { ...machine, hasChild: false, listeningPort: undefined };
  const effects = clear('start', 'ping', 'kill');
  switch (machine.afterExit) {
    case 'rest':
      return { machine: { ...gone, phase: machine.phase === 'failed' ? 'failed' : 'stopped' }, effects };
    case 'start': {
      const next = spawn(gone, context);
      return { machine: next.machine, effects: [...effects, ...next.effects] };
    }
    case 'crash': {
      const next = crashed(gone, context);
      return { machine: next.machine, effects: [...effects, ...next.effects] };
    }
    default:
      return assertNever(machine.afterExit);
  }
}

function timerEnded(machine: Machine, timer: TimerName, context: StepContext): Step {
  switch (timer) {
    case 'restart':
      return machine.phase === 'waiting' ? spawn(machine, context) : { machine, effects: [] };
    case 'kill':
      return { machine, effects: machine.hasChild ? [{ t: 'kill' }] : [] };
    case 'start':
      if (machine.phase !== 'starting') return { machine, effects: [] };
      if (machine.isAsleep)
        return {
          machine,
          effects: [{ t: 'set-timer', timer: 'start', afterMs: context.policy.startTimeoutMs }],
        };
      return {
        machine,
        effects: [{ t: 'log', line: 'The data service did not start in time.' }, { t: 'kill' }],
      };
    case 'ping':
      return machine.phase === 'ready' ? ping(machine, context) : { machine, effects: [] };
    default:
      return assertNever(timer);
  }
}

function ping(machine: Machine, { nowMs, policy }: StepContext): Step {
  // A timer that ends far too late means that this process itself slept: not the fault of the service.
  const hasSlept = machine.isAsleep || nowMs - machine.lastPingTimerMs > 2 * policy.pingIntervalMs;
  const since = hasSlept ? nowMs : (machine.unansweredSinceMs ?? nowMs);
  const next: Machine = { ...machine, lastPingTimerMs: nowMs, unansweredSinceMs: since };
  if (nowMs - since >= policy.hangMs) {
    return {
      machine: next,
      effects: [{ t: 'log', line: 'The data service does not answer any more.' }, { t: 'kill' }],
    };
  }
  return {
    machine: next,
    effects: [{ t: 'ping' }, { t: 'set-timer', timer: 'ping', afterMs: policy.pingIntervalMs }],
  };
}

function clear(...timers: TimerName[]): Effect[] {
  return timers.map((timer) => ({ t: 'clear-timer', timer }));
}

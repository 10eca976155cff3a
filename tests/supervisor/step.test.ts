import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Machine,
  type MachineEvent,
  restingMachine,
  serviceState,
} from '../../electron/supervisor/machine.ts';
import { SUPERVISOR_POLICY as policy } from '../../electron/supervisor/policy.ts';
import { step } from '../../electron/supervisor/step.ts';

/** Gives the events one after another; an event may carry the time at which it comes. */
function play(events: (MachineEvent & { atMs?: number })[], from = restingMachine(4780, [0])) {
  let machine: Machine = from;
  let effects: ReturnType<typeof step>['effects'] = [];
  let nowMs = 0;
  for (const event of events) {
    nowMs = event.atMs ?? nowMs;
    ({ machine, effects } = step(machine, event, { nowMs, random: 0.5, policy }));
  }
  return { machine, effects, state: serviceState(machine) };
}

const ready: MachineEvent[] = [{ t: 'start' }, { t: 'listening', port: 4780 }];

test('a start spawns the service on the wanted port and waits a minute for it', () => {
  const { state, effects } = play([{ t: 'start' }]);
  expect(state).toBe('starting');
  expect(effects).toContainEqual({ t: 'spawn', port: 4780 });
  expect(effects).toContainEqual({ t: 'set-timer', timer: 'start', afterMs: 60_000 });
});

test('a service that does not listen in time is killed, and its exit counts as a crash', () => {
  const late = play([{ t: 'start' }, { t: 'timer', timer: 'start' }]);
  expect(late.effects).toContainEqual({ t: 'kill' });
  expect(play([{ t: 'exited' }], late.machine).state).toBe('degraded');
});

test('after a crash the service is restarted on the port that it had, and state and message say so', () => {
  const crash = play([{ t: 'start' }, { t: 'listening', port: 5123 }, { t: 'exited' }]);
  expect(crash.state).toBe('degraded');
  expect(crash.machine.message).toMatch(/started again/);
  expect(crash.effects).toContainEqual({ t: 'set-timer', timer: 'restart', afterMs: 250 });
  const again = play([{ t: 'timer', timer: 'restart' }], crash.machine);
  expect(again.effects).toContainEqual({ t: 'spawn', port: 5123 });
  expect(again.state).toBe('degraded');
  expect(play([{ t: 'listening', port: 5123 }], again.machine)).toMatchObject({
    state: 'ready',
    machine: { message: null },
  });
});

test('pauses grow with each restart in a row, stay at the last, and start again after a healthy minute', () => {
  const patient = { ...policy, crashLimit: 100, jitter: 0 };
  let machine = restingMachine(0, []);
  const pauses: number[] = [];
  const crashAt = (nowMs: number) => {
    const context = { nowMs, random: 0, policy: patient };
    const crash = step(machine, { t: 'exited' }, context);
    for (const effect of crash.effects) if (effect.t === 'set-timer') pauses.push(effect.afterMs);
    machine = step(crash.machine, { t: 'timer', timer: 'restart' }, context).machine;
    machine = step(machine, { t: 'listening', port: 1 }, context).machine;
  };
  machine = step(machine, { t: 'start' }, { nowMs: 0, random: 0, policy: patient }).machine;
  for (const nowMs of [1, 2, 3, 4, 5, 59_000, 119_001]) crashAt(nowMs);
  expect(pauses).toEqual([250, 1_000, 4_000, 15_000, 15_000, 15_000, 250]);
});

test('the jitter keeps every pause within a fifth of what it should be', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
      const { machine } = play(ready);
      const timer = step(machine, { t: 'exited' }, { nowMs: 0, random, policy }).effects.find(
        (effect) => effect.t === 'set-timer',
      );
      expect(timer?.t === 'set-timer' && timer.afterMs).toSatisfy((ms) => ms >= 200 && ms <= 300);
    }),
  );
});

test('after three crashes in five minutes the service stays down until it is started by hand', () => {
  const crash = (atMs: number): (MachineEvent & { atMs?: number })[] => [
    { t: 'exited', atMs },
    { t: 'timer', timer: 'restart' },
    { t: 'listening', port: 4780 },
  ];
  expect(play([...ready, ...crash(0), ...crash(100_000), { t: 'exited', atMs: 300_001 }]).state).toBe(
    'degraded',
  );
  const open = play([...ready, ...crash(0), ...crash(100_000), { t: 'exited', atMs: 299_999 }]);
  expect(open.state).toBe('failed');
  expect(open.machine.message).toMatch(/stopped 3 times within 5 minutes.*restart it by hand/);
  expect(open.effects.some((effect) => effect.t === 'set-timer')).toBe(false);
  const byHand = play([{ t: 'start' }], open.machine);
  expect(byHand.state).toBe('starting');
  expect(byHand.effects).toContainEqual({ t: 'spawn', port: 4780 });
});

test('a service without a pong for ten seconds is killed; one that answers is not', () => {
  const ping = (atMs: number): MachineEvent & { atMs: number } => ({ t: 'timer', timer: 'ping', atMs });
  const pings = [3_000, 6_000, 9_000, 12_000].map(ping);
  expect(play([...ready, ...pings]).effects).not.toContainEqual({ t: 'kill' });
  expect(play([...ready, ...pings, ping(13_000)]).effects).toContainEqual({ t: 'kill' });
  expect(play([...ready, ...pings, { t: 'pong' }, ping(13_000)]).effects).not.toContainEqual({ t: 'kill' });
});

test('a sleep of the computer is not a hang of the service', () => {
  const { effects } = play([
    ...ready,
    { t: 'timer', timer: 'ping', atMs: 3_000 },
    { t: 'timer', timer: 'ping', atMs: 3_600_000 },
  ]);
  expect(effects).toContainEqual({ t: 'ping' });
});

test('a computer that sleeps or has just woken causes neither hang nor start time-out', () => {
  const pings = [3_000, 6_000, 9_000, 12_000].map((atMs): MachineEvent & { atMs: number } => ({
    t: 'timer',
    timer: 'ping',
    atMs,
  }));
  const asleep = play([
    ...ready,
    ...pings,
    { t: 'slept', atMs: 12_500 },
    { t: 'timer', timer: 'ping', atMs: 14_000 },
  ]);
  expect(asleep.effects).not.toContainEqual({ t: 'kill' });
  const awake = play([
    ...ready,
    ...pings,
    { t: 'woke', atMs: 12_500 },
    { t: 'timer', timer: 'ping', atMs: 14_000 },
  ]);
  expect(awake.effects).not.toContainEqual({ t: 'kill' });
  const starting = play([{ t: 'start' }, { t: 'slept' }, { t: 'timer', timer: 'start', atMs: 60_000 }]);
  expect(starting.effects).toEqual([{ t: 'set-timer', timer: 'start', afterMs: 60_000 }]);
});

test('an expected failure is final: its sentence is the message and nothing is restarted', () => {
  const message = 'The data folder is in use by another Almanac.';
  const { machine, state } = play([
    { t: 'start' },
    { t: 'fatal', code: 'folder_in_use', message },
    { t: 'exited' },
  ]);
  expect(state).toBe('failed');
  expect(machine).toMatchObject({ message, hasChild: false });
});

test('a bug of the service is a crash like any other', () => {
  expect(
    play([{ t: 'start' }, { t: 'fatal', code: 'bug', message: 'TypeError' }, { t: 'exited' }]).state,
  ).toBe('degraded');
});

test('a taken port is replaced by a free one, but if it was asked for the start fails', () => {
  const events: MachineEvent[] = [
    { t: 'start' },
    { t: 'fatal', code: 'port_in_use', message: 'Port 4780 is in use.' },
    { t: 'exited' },
  ];
  expect(play(events).effects).toContainEqual({ t: 'spawn', port: 0 });
  const fixed = play(events, restingMachine(4780, []));
  expect(fixed).toMatchObject({
    state: 'failed',
    machine: {
      problem: 'port_taken',
      message: expect.stringMatching(/^Port 4780, .* by another program\..*another port/),
    },
  });
  expect(play(events.slice(0, 2), restingMachine(4780, [])).effects).toContainEqual({
    t: 'look-up-holder',
    port: 4780,
  });
  const known = play([{ t: 'port-holder', port: 4780, holder: 'nginx (process 12)' }], fixed.machine);
  expect(known.machine.message).toMatch(/in use by nginx \(process 12\)\./);
});

test('the port of the last run is tried first, then the usual one, then any', () => {
  const taken: MachineEvent[] = [{ t: 'fatal', code: 'port_in_use', message: '' }, { t: 'exited' }];
  const spawned = (times: number) =>
    play(
      [{ t: 'start' }, ...Array.from({ length: times }, () => taken).flat()],
      restingMachine(5000, [4780, 0]),
    ).machine.port;
  expect([spawned(0), spawned(1), spawned(2)]).toEqual([5000, 4780, 0]);
});

test('a person may use another port this once if the one asked for is taken', () => {
  const failed = play(
    [{ t: 'start' }, { t: 'fatal', code: 'port_in_use', message: '' }, { t: 'exited' }],
    restingMachine(4780, []),
  );
  const again = play([{ t: 'start', anyPort: true }], failed.machine);
  expect(again.effects).toContainEqual({ t: 'spawn', port: 0 });
  expect(again.machine).toMatchObject({ message: null, problem: null });
});

test('a start on other ports tries them, in place of those that were wanted before', () => {
  const stopped = play([...ready, { t: 'stop' }, { t: 'exited' }]);
  const again = play([{ t: 'start', ports: { port: 5999, otherPorts: [0] } }], stopped.machine);
  expect(again.effects).toContainEqual({ t: 'spawn', port: 5999 });
  const taken = play([{ t: 'fatal', code: 'port_in_use', message: '' }, { t: 'exited' }], again.machine);
  expect(taken.effects).toContainEqual({ t: 'spawn', port: 0 });
});

test('who holds the port no longer matters once the service has started', () => {
  const { machine } = play([...ready, { t: 'port-holder', port: 4780, holder: 'nginx (process 12)' }]);
  expect(machine.message).toBeNull();
});

test('a stop asks first and kills after three seconds', () => {
  const stopping = play([...ready, { t: 'stop' }]);
  expect(stopping.effects).toContainEqual({ t: 'shutdown', deadlineMs: 3_000 });
  expect(stopping.effects).toContainEqual({ t: 'set-timer', timer: 'kill', afterMs: 3_000 });
  expect(play([{ t: 'timer', timer: 'kill' }], stopping.machine).effects).toEqual([{ t: 'kill' }]);
  expect(play([{ t: 'exited' }], stopping.machine).state).toBe('stopped');
});

const anyEvent: fc.Arbitrary<MachineEvent> = fc.oneof(
  fc.constantFrom<MachineEvent>(
    { t: 'start' },
    { t: 'start', anyPort: true },
    { t: 'stop' },
    { t: 'pong' },
    { t: 'exited' },
    { t: 'slept' },
    { t: 'woke' },
    { t: 'port-holder', port: 4780, holder: 'x' },
  ),
  fc.record({ t: fc.constant('listening' as const), port: fc.integer({ min: 1, max: 65_535 }) }),
  fc.record({
    t: fc.constant('fatal' as const),
    code: fc.constantFrom('bug', 'port_in_use', 'folder_in_use'),
    message: fc.constant('x'),
  }),
  fc.record({
    t: fc.constant('timer' as const),
    timer: fc.constantFrom('start' as const, 'ping' as const, 'restart' as const, 'kill' as const),
  }),
);

test('whatever happens, there is never more than one process, and never an endless wait', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let machine = restingMachine(4780, [0]);
      const timers = new Set<string>();
      let processes = 0;
      events.forEach((event, nowMs) => {
        // The world: only a process can exit or speak, only a timer that is set can ring.
        if (
          (event.t === 'exited' || event.t === 'listening' || event.t === 'fatal' || event.t === 'pong') &&
          processes === 0
        )
          return;
        if (event.t === 'timer' && !timers.delete(event.timer)) return;
        if (event.t === 'exited') processes -= 1;
        const next = step(machine, event, { nowMs: nowMs * 1_000, random: 0.5, policy });
        machine = next.machine;
        for (const effect of next.effects) {
          if (effect.t === 'spawn') processes += 1;
          if (effect.t === 'set-timer') timers.add(effect.timer);
          if (effect.t === 'clear-timer') timers.delete(effect.timer);
        }
        expect(processes).toBe(machine.hasChild ? 1 : 0);
        if (machine.phase === 'waiting') expect(timers).toContain('restart');
      });
      // A stop and the exit of what is left always lead to rest.
      machine = step(machine, { t: 'stop' }, { nowMs: 1e6, random: 0, policy }).machine;
      if (machine.hasChild)
        machine = step(machine, { t: 'exited' }, { nowMs: 1e6, random: 0, policy }).machine;
      expect(machine.phase).toBe('stopped');
    }),
  );
});

test('a start by hand after too many crashes starts the count again', () => {
  const crash: MachineEvent[] = [{ t: 'start' }, { t: 'listening', port: 4780 }, { t: 'exited' }];
  const again: MachineEvent[] = [{ t: 'timer', timer: 'restart' }, ...crash.slice(1)];
  const down = play([...crash, ...again, ...again]);
  expect(down.state).toBe('failed');
  const up = play(crash, down.machine);
  expect([up.state, up.machine.crashesMs.length]).toEqual(['degraded', 1]);
});

test('a port that is taken is not tried twice', () => {
  const taken: MachineEvent[] = [
    { t: 'start' },
    { t: 'fatal', code: 'port_in_use', message: '' },
    { t: 'exited' },
  ];
  const next = play(taken, restingMachine(4780, [4780, 0]));
  expect(next.effects).toContainEqual({ t: 'spawn', port: 0 });
});

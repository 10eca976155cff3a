import type { Effect, Machine } from './machine.ts';

/** Times and counts for starting, watching and stopping the service process. */
export type SupervisorPolicy = {
  /** From the start of the process to its message `listening`. */
  startTimeoutMs: number;
  pingIntervalMs: number;
  /** Without a pong for this long the service hangs, which counts as a crash. */
  hangMs: number;
  /** Pause before the first, second, … restart in a row; the last value is for all further ones. */
  backOffMs: readonly number[];
  /** Each pause is made longer or shorter at random by up to this share. */
  jitter: number;
  /** After this long without a crash the pauses start again with the first. */
  healthyMs: number;
  /** After this many crashes within `crashWindowMs` the service stays down until it is started by hand. */
  crashLimit: number;
  crashWindowMs: number;
  /** From the request to shut down until it is killed. */
  shutdownMs: number;
};

export const SUPERVISOR_POLICY: SupervisorPolicy = {
  // A busy machine has needed 29 s. Killing a slow start makes it slower still, and three kills count as failure.
  startTimeoutMs: 60_000,
  pingIntervalMs: 3_000,
  hangMs: 10_000,
  backOffMs: [250, 1_000, 4_000, 15_000],
  jitter: 0.2,
  healthyMs: 60_000,
  crashLimit: 3,
  crashWindowMs: 300_000,
  shutdownMs: 3_000,
};

/** @returns the machine after a crash of the service: it waits and starts again, or has failed after too many crashes. */
export function crashed(
  machine: Machine,
  { nowMs, random, policy }: { nowMs: number; random: number; policy: SupervisorPolicy },
): { machine: Machine; effects: Effect[] } {
  const crashesMs = [...machine.crashesMs.filter((atMs) => nowMs - atMs < policy.crashWindowMs), nowMs];
  if (crashesMs.length >= policy.crashLimit) {
    const message =
      `The data service stopped ${crashesMs.length} times within ${Math.round(policy.crashWindowMs / 60_000)} minutes, ` +
      'so it is not started again by itself. Your data is safe; restart it by hand.';
    return {
      machine: { ...machine, phase: 'failed', crashesMs, message },
      effects: [{ t: 'log', line: message }],
    };
  }
  const wasHealthy = machine.readyAtMs !== undefined && nowMs - machine.readyAtMs >= policy.healthyMs;
  const restarts = wasHealthy ? 0 : machine.restarts;
  const pauseMs = policy.backOffMs[Math.min(restarts, policy.backOffMs.length - 1)] ?? 0;
  const message = 'The data service stopped unexpectedly and is being started again.';
  return {
    machine: { ...machine, phase: 'waiting', restarts: restarts + 1, crashesMs, message, problem: null },
    effects: [
      { t: 'log', line: message },
      {
        t: 'set-timer',
        timer: 'restart',
        afterMs: Math.round(pauseMs * (1 + policy.jitter * (2 * random - 1))),
      },
    ],
  };
}

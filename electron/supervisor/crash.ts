import type { Effect, Machine } from './machine.ts';
import type { SupervisorPolicy } from './policy.ts';

/** @returns the machine after the service ended by itself: a pause and another start, or, after too many, failed. */
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

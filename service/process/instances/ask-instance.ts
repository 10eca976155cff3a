import type { Instance, InstanceState } from './types.ts';

const ASK_MS = 5_000;
const END_MS = 15_000;
const LOOK_MS = 50;

/** Where an Almanac is asked, and by what credential. */
type Reached = Pick<Instance, 'pagePort' | 'secret'>;

/** @returns the state of an Almanac in browser mode; undefined if it does not answer or has no page. */
export function instanceState(instance: Reached): Promise<InstanceState | undefined> {
  return ask<InstanceState>(instance, 'state');
}

/** @returns the page's address with a new login token that works once; undefined if it does not answer or has no page. */
export async function askToOpen(instance: Reached): Promise<string | undefined> {
  return (await ask<{ address: string }>(instance, 'open'))?.address;
}

/** Pauses the schedule of refreshes, since the computer is about to sleep. @returns whether it was heard. */
export async function askToPause(instance: Reached): Promise<boolean> {
  return (await ask(instance, 'pause')) !== undefined;
}

/**
 * Ends an Almanac: browser mode by a request, the others by the signal SIGTERM.
 * @param isGone says whether its process has ended.
 * @returns whether the process ended within 15 seconds.
 */
export async function askToStop(instance: Instance, isGone: () => boolean): Promise<boolean> {
  const isHeard = (await ask(instance, 'stop')) !== undefined;
  if (!isHeard && !isGone()) process.kill(instance.pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < END_MS && !isGone(); waitedMs += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return isGone();
}

async function ask<Answer>(
  { pagePort, secret }: Reached,
  action: 'state' | 'open' | 'stop' | 'pause',
): Promise<Answer | undefined> {
  if (pagePort === null || secret === null) return undefined;
  try {
    const answer = await fetch(`http://127.0.0.1:${pagePort}/control/${action}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ASK_MS),
    });
    return answer.ok ? ((await answer.json()) as Answer) : undefined;
  } catch {
    // It hangs or is ending, or another program uses its port.
    return undefined;
  }
}

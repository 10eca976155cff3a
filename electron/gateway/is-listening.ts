import type { Supervisor } from '../supervisor/index.ts';

/** @returns whether the service listens, at the latest when it has had `waitMs` to start. */
export async function isListening(
  supervisor: Pick<Supervisor, 'status' | 'settle'>,
  waitMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const now = supervisor.status();
  return (now.port ?? (await supervisor.settle(waitMs, signal)).port) !== undefined;
}

import type { Login } from './login.ts';

/**
 * Lets the pages of `npm run dev` stay signed in while the host behind them is started anew: its launcher holds a channel
 * to the host, over which it gives what it got from the host before. Only hashes go over it. Without a channel nothing
 * happens.
 */
const WAIT_MS = 2_000;

/** Waits for what the host before left. */
export async function resumeSessions(login: Login): Promise<void> {
  if (!process.send) return;
  const sessions = await new Promise<unknown>((resolve) => {
    const late = setTimeout(() => resolve([]), WAIT_MS);
    process.once('message', (message) => {
      clearTimeout(late);
      resolve(message);
    });
  });
  if (Array.isArray(sessions)) login.resume(sessions.filter((each) => typeof each === 'string'));
}

/** Leaves the sessions to the host after this one, and closes the channel. */
export async function leaveSessions(login: Login): Promise<void> {
  if (!process.send || !process.connected) return;
  await new Promise<void>((resolve) => {
    process.send?.(login.sessions(), undefined, undefined, () => resolve());
  });
  process.disconnect();
}

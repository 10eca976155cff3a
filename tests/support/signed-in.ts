import { expect, vi } from 'vitest';
import type { AppState } from '../../service/contract/app-state.ts';
import type { BrowserMode } from './browser-mode.ts';

/** A signed-in page of browser mode, without a browser. */
export type SignedIn = {
  bearer: string;
  ask(pathname: string, body?: unknown): Promise<Response>;
  /** Waits until the service answers, also after a restart. */
  state(): Promise<AppState>;
};

/** Signs in with the token of an address. */
export async function signInAt(address: string): Promise<SignedIn> {
  const { origin, hash } = new URL(address);
  const answer = await fetch(`${origin}/auth/exchange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: hash.slice('#t='.length) }),
  });
  expect(answer.status).toBe(200);
  const { bearer } = (await answer.json()) as { bearer: string };
  const ask = (pathname: string, body?: unknown): Promise<Response> =>
    fetch(origin + pathname, {
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  return {
    bearer,
    ask,
    state: () =>
      vi.waitFor(
        async () => {
          const said = await ask('/host/state');
          expect(said.status).toBe(200);
          return (await said.json()) as AppState;
        },
        { timeout: 40_000, interval: 50 },
      ),
  };
}

export const signIn = (host: BrowserMode): Promise<SignedIn> => signInAt(host.address);

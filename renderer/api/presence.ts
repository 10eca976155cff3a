import { useEffect } from 'react';
import type { PresenceRequest } from '../../service/contract/host.ts';
import { postJson, sayLeaving } from './request.ts';

/** Browsers let a page in the background speak once a minute at least; the host waits for more than two. */
const BEAT_MS = 20_000;

/**
 * Tells browser mode that this page is open, every few seconds, and when it goes: without any page it ends after a while.
 * @param isNeeded false in the desktop window, whose end is that of the app.
 */
export function usePresence(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const client = crypto.randomUUID();
    // A beat that does not arrive is nothing to tell: the banner says it when the host is gone.
    const beat = () =>
      postJson('/host/presence', { client } satisfies PresenceRequest).catch(() => undefined);
    const leave = () => sayLeaving('/host/presence', { client, is_leaving: true } satisfies PresenceRequest);
    // A page that comes back from the browser's cache of pages is there again.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) void beat();
    };
    void beat();
    const beating = setInterval(() => void beat(), BEAT_MS);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    return () => {
      clearInterval(beating);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [isNeeded]);
}

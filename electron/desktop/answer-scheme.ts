import { type Gateway, refusal } from '../gateway/index.ts';
import { mayRequest } from './before-ready/index.ts';
import { CRASH_PAGE, crashPage } from './crash-page.ts';

/**
 * Answers requests of the window's scheme with the gateway, but only to the window's own page. Every answer has the gateway's security
 * headers, error answers too.
 */
export function answerScheme(gateway: Gateway, log: (line: string) => void): Gateway {
  return async (request) => {
    // Set by Electron: who asks. The page cannot change it. Electron's types lack it on Request.
    const { initiatorOrigin } = request as { initiatorOrigin?: string };
    if (!mayRequest(request.url, initiatorOrigin)) return refusal(403, 'Forbidden');
    if (new URL(request.url).pathname === CRASH_PAGE) return crashPage();
    try {
      return await gateway(request);
    } catch (error) {
      if (!request.signal.aborted)
        log(`Answer failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return refusal(500, 'Internal Server Error');
    }
  };
}

/** Almanac uses no file addresses: a request for one gets a network error. */
export const refuseFiles = (): Response => Response.error();

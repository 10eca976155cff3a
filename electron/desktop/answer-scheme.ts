import { type Gateway, refusal } from '../gateway/index.ts';
import { mayRequest } from './before-ready/index.ts';
import { CRASH_PAGE, crashPage } from './crash-page.ts';

/**
 * What the window's scheme answers: the gateway's answers, to the window's own page alone. Every answer carries the headers
 * of the gateway, also where something went wrong.
 */
export function answerScheme(gateway: Gateway, log: (line: string) => void): Gateway {
  return async (request) => {
    // Electron's own word on who asks, which the page cannot set; its types do not know it on Request.
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

/** Nothing of Almanac is a file address; what asks for one gets a network error. */
export const refuseFiles = (): Response => Response.error();

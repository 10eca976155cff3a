import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { json, methodNotAllowed, notFound, refusal } from '../gateway/index.ts';

/** What the same account may ask of a running browser mode from outside the page: `POST /control/<action>`. */
export type ControlActions = {
  /** Plain data. */
  state: () => unknown;
  /** @returns an address with a fresh token. */
  open: () => string;
  stop: () => void;
};

export type Control = {
  /** Written into the runtime file, which only this account can read. */
  secret: string;
  /** @returns the answer to a request below /control/, else undefined. */
  answer: (request: Request) => Response | undefined;
};

export function createControl(actions: ControlActions): Control {
  const secret = randomBytes(32).toString('base64url');
  return {
    secret,
    answer(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/control/')) return undefined;
      const given = /^Bearer ([\w-]+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
      if (!timingSafeEqual(hash(given), hash(secret))) return refusal(401, 'Sign-in needed');
      if (request.method !== 'POST') return methodNotAllowed('POST');
      switch (pathname) {
        case '/control/state':
          return json(200, actions.state());
        case '/control/open':
          return json(200, { address: actions.open() });
        case '/control/stop':
          actions.stop();
          return json(202, {});
        default:
          return notFound();
      }
    },
  };
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

import { type Engine, needsReady } from './engine.ts';
import { guarded } from './guarded.ts';

type Part = Pick<Electron.Net, 'fetch' | 'isOnline'>;

/** `net.fetch`: handlers of the app's schemes answer first, unless the request bypasses them; Node's `fetch` does the rest. */
export function createNet(engine: Engine): Part & { readonly online: boolean } {
  const net: Part & { readonly online: boolean } = {
    async fetch(input, init) {
      needsReady(engine, 'Session can only be received when app is ready');
      const request = new Request(String(typeof input === 'string' ? input : input.url), init as RequestInit);
      const handler = engine.schemes.handlers.get(new URL(request.url).protocol.slice(0, -1));
      if (handler && !init?.bypassCustomProtocolHandlers) return (await handler(request)) as never;
      if (!(await engine.network.isLetPass(request.url, {}))) throw new Error('net::ERR_BLOCKED_BY_CLIENT');
      return (await fetch(request)) as never;
    },
    isOnline: () => true,
    online: true,
  };
  return guarded(net, 'net');
}

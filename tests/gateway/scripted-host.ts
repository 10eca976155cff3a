import { createExports, createJobs, createUploads } from '../../electron/data-work/index.ts';
import { createGateway, type GatewayOptions } from '../../electron/gateway/index.ts';
import type { ServiceStatus } from '../../electron/supervisor/index.ts';
import { memoryVault } from '../support/memory-vault.ts';

export type Fetched = { url: string; init: RequestInit };

export const READY: ServiceStatus = {
  ...{ state: 'ready', port: 4780, message: null, problem: null, requests: 0 },
};
export const STARTING: ServiceStatus = { ...READY, state: 'starting', port: undefined };

/**
 * A gateway whose service answers as the test says: over HTTP by `answer`, over its channel by `call`. `fetched` is what was asked over HTTP,
 * `waits` how long was waited for a start, after which the service is as `later` says.
 */
export function scripted({
  answer = () => new Response('{}'),
  call = () => ({}),
  status = READY,
  later = READY,
  over = {},
}: {
  answer?: (asked: Fetched) => Response | Promise<Response>;
  call?: (name: string, input: unknown, how: { signal?: AbortSignal }) => unknown;
  status?: ServiceStatus;
  later?: ServiceStatus;
  over?: Partial<GatewayOptions>;
} = {}) {
  const fetched: Fetched[] = [];
  const waits: (number | AbortSignal | undefined)[][] = [];
  const gateway = createGateway({
    mode: 'desktop',
    version: '1.2.3',
    files: new Map(),
    supervisor: {
      start: () => undefined,
      status: () => status,
      waitForStart: async (...given) => {
        waits.push(given);
        return later;
      },
      call: (async (name: string, input: unknown, how: object = {}) =>
        call(name, input, how)) as GatewayOptions['supervisor']['call'],
    },
    vault: memoryVault(),
    credential: 'internal',
    fetch: async (url, init) => {
      fetched.push({ url, init });
      return answer({ url, init });
    },
    jobs: createJobs(() => undefined),
    uploads: createUploads(),
    exports: createExports(),
    describeHost: async (page) => `asked from ${page}`,
    ...over,
  });
  const ask = (path: string, init?: RequestInit) => gateway(new Request(`http://app${path}`, init));
  const post = (name: string, body: unknown, init: RequestInit = {}) =>
    ask(`/host/${name}`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
      ...init,
    });
  /** Status and body of an action's answer. */
  const said = async (answered: Promise<Response>) => {
    const {
      status: code,
      headers,
      ...found
    } = await answered.then(async (one) => ({
      status: one.status,
      headers: one.headers,
      text: await one.text(),
    }));
    const isJson = headers.get('Content-Type')?.startsWith('application/json');
    return [code, isJson ? JSON.parse(found.text) : found.text];
  };
  return { gateway, ask, post, said, fetched, waits };
}

export const headersOf = ({ init }: Fetched) => Object.fromEntries(new Headers(init.headers));

import { almanacVersion } from '../process/version.ts';
import type { Reader } from '../store/index.ts';
import { openGuide } from './guide-pages.ts';
import { chartPage, ownCharts } from './running.ts';
import type { AssistantSource } from './types.ts';

/**
 * @param of the running service. `url`: the address at which others reach it. `hasPage`: whether it serves the app's page there.
 * @returns what answers its `/mcp`.
 */
export function serviceAssistants(of: {
  dataDir: string;
  reader: Reader;
  url: () => string;
  hasPage: boolean;
  now: () => Date;
  log: (line: string) => void;
}): Assistants {
  const { dataDir, reader, url, hasPage, now, log } = of;
  return openAssistants({
    read: async (use) => use(reader),
    now,
    version: almanacVersion(),
    addresses: () => ({ api: url(), chart: hasPage ? chartPage(url()) : ownCharts(dataDir) }),
    guide: openGuide(),
    log,
  });
}

/** What answers requests to `/mcp`. */
type Assistants = {
  /** @returns the answer of the protocol. The caller has checked Host, Origin, method, key and limits: the library checks none of them. */
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
};

/** The largest question: a call with eight series and a formula takes 2 KB. */
const MOST_BODY_BYTES = 64 * 1024;

const NOTHING = { tooLarge: false, text: '' } as const;

/** @returns what answers `/mcp`: each request by itself, without sessions. */
export function openAssistants(source: AssistantSource): Assistants {
  let opened: Promise<Assistants> | undefined;
  const open = async (): Promise<Assistants> => {
    const [
      { createMcpHandler, isJsonContentType, readRequestBody },
      { createServer },
      { readMessage, tooLong },
    ] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./server.ts'),
      import('./read-message.ts'),
    ]);
    const handler = createMcpHandler(() => createServer(source), { onerror: () => undefined });
    return {
      async answer(request) {
        // The library says what is wrong with the type.
        if (!isJsonContentType(request.headers.get('content-type'))) return handler.fetch(request);
        // A client that is gone has sent nothing.
        const body = await readRequestBody(request, MOST_BODY_BYTES).catch(() => NOTHING);
        if (body.tooLarge) return Response.json(tooLong(MOST_BODY_BYTES), { status: 413 });
        const read = readMessage(body.text);
        if ('refused' in read) return Response.json(read.refused, { status: 400 });
        return handler.fetch(request, { parsedBody: read.message });
      },
      close: () => handler.close(),
    };
  };
  return {
    async answer(request) {
      opened ??= open();
      return (await opened).answer(request);
    },
    close: async () => (await opened)?.close(),
  };
}

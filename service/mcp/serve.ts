import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fillWithSample } from '../calls/index.ts';
import { DATA_FILE } from '../contract/names.ts';
import { withSpreads } from '../derived/index.ts';
import { hasLostData } from '../process/incidents.ts';
import { runningInstance } from '../process/instances.ts';
import { almanacVersion } from '../process/version.ts';
import { openReader, type Reader } from '../store/index.ts';
import type { Addresses, AssistantSource, GuidePiece } from './tool.ts';
import { piecesOf } from './tool.ts';

/** @param parts `url`: the service's address for clients. `hasPage`: whether it serves the app's page there. */
export function serviceAssistants(parts: {
  dataDir: string;
  reader: Reader;
  url: () => string;
  hasPage: boolean;
  now: () => Date;
  log: (line: string) => void;
}): Assistants {
  const { dataDir, reader, url, hasPage, now, log } = parts;
  return openAssistants({
    read: async (use) => use(reader),
    now,
    version: almanacVersion(),
    addresses: () => ({ api: url(), chart: hasPage ? chartPage(url()) : ownCharts(dataDir) }),
    guide: openGuide(),
    log,
  });
}

type Assistants = {
  /** @returns the answer. The caller checks Host, Origin, method, key and limits: the library does not. */
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
};

/** The largest request: a call with eight series and a formula takes 2 KB. */
const MOST_BODY_BYTES = 64 * 1024;

const EMPTY_BODY = { tooLarge: false, text: '' } as const;

export function openAssistants(source: AssistantSource): Assistants {
  let opened: Promise<Assistants> | undefined;
  const open = async (): Promise<Assistants> => {
    const library = await import('@modelcontextprotocol/server');
    const { createServer, readMessage, tooLong } = await import('./server.ts');
    const handler = library.createMcpHandler(() => createServer(source), { onerror: () => undefined });
    return {
      async answer(request) {
        // The library reports a wrong type.
        if (!library.isJsonContentType(request.headers.get('content-type'))) return handler.fetch(request);
        // A client that has gone counts as an empty message.
        const body = await library.readRequestBody(request, MOST_BODY_BYTES).catch(() => EMPTY_BODY);
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

/** @param port of the API if no Almanac runs on the folder */
export function almanacAddresses(dataDir: string, port: number): Addresses {
  const { servicePort = null } = runningInstance(dataDir) ?? {};
  return { api: `http://127.0.0.1:${servicePort ?? port}`, chart: ownCharts(dataDir) };
}

/** @returns the charts' address: on the page of a running Almanac, else in the desktop app. */
function ownCharts(dataDir: string): string {
  const { pagePort = null } = runningInstance(dataDir) ?? {};
  return pagePort === null ? 'almanac://view' : chartPage(`http://127.0.0.1:${pagePort}`);
}

function chartPage(page: string): string {
  return `${page}/explore`;
}

/** Places of the guide: beside the bundle's chunks, or in the sources' build folder. */
const PLACES = ['../../renderer/guide', '../renderer/guide', '../../.build/renderer/guide'];
const MARKDOWN = '.md';

/** @param places relative to this program. @returns the guide's Markdown pages by name, if it was built. */
export function guidePages(places: readonly string[] = PLACES): ReadonlyMap<string, string> {
  for (const place of places) {
    const folder = path.resolve(import.meta.dirname, place);
    try {
      const names = readdirSync(folder).filter((name) => name.endsWith(MARKDOWN));
      const pages = names.map(
        (name) => [name.slice(0, -MARKDOWN.length), readFileSync(path.join(folder, name), 'utf8')] as const,
      );
      if (pages.length > 0) return new Map(pages);
    } catch {
      // The folder does not exist: try the next one.
    }
  }
  return new Map();
}

/** @returns pages of the guide, in pieces that fit into an answer: 'units', 'units/2'. */
export function guidePieces(pages: ReadonlyMap<string, string>): GuidePiece[] {
  return [...pages].flatMap(([page, whole]) => {
    const title = `Guide: ${/^# (.*)$/m.exec(whole)?.[1] ?? page}`;
    return piecesOf(whole).map((text, i) =>
      i === 0
        ? { name: page, title, text }
        : { name: `${page}/${i + 1}`, title: `${title}, part ${i + 1}`, text },
    );
  });
}

/** @returns `guide` of an `AssistantSource`. It loads the pages once, since only a new build changes them. */
export function openGuide(places?: readonly string[]): () => readonly GuidePiece[] {
  let kept: readonly GuidePiece[] = [];
  return () => {
    if (kept.length === 0) kept = guidePieces(guidePages(places));
    return kept;
  };
}

/**
 * Reads a data folder beside other users of it, without a lock. Opens it for each call, so that a restore is
 * seen and not blocked. @param teamCopy finds the folder of a team's copy, at each call, since a user can
 * start or stop following a team. @throws Failure 'folder_unusable', 'broken_data_file', 'newer_version',
 * 'folder_in_use', or a failure of `teamCopy`
 */
export async function folderSource(
  dataDir: string,
  teamCopy: () => Promise<string | undefined> = async () => undefined,
): Promise<AssistantSource['read']> {
  if (!existsSync(path.join(dataDir, DATA_FILE)) && !hasLostData(dataDir) && (await teamCopy()) === undefined)
    await fillWithSample({ dataDir, now: () => new Date() });
  const read: AssistantSource['read'] = async (use) => {
    const reader = withSpreads(openReader((await teamCopy()) ?? dataDir));
    try {
      return await use(reader);
    } finally {
      reader.close();
    }
  };
  // Reports an unreadable folder now, not with the first question.
  await read(async () => undefined);
  return read;
}

/** Speaks the protocol until the client closes its input or `stop` aborts. Keep other output off stdout. */
export async function serveStdio(source: AssistantSource, stop: AbortSignal): Promise<void> {
  const { StdioServerTransport, serveStdio: serve } = await import('@modelcontextprotocol/server/stdio');
  const { createServer, messagesOnly } = await import('./server.ts');
  const messages = messagesOnly((refused) => {
    source.log(`A message was refused (${refused.error.code}): ${refused.error.message}`);
    process.stdout.write(`${JSON.stringify(refused)}\n`);
  });
  const transport = new StdioServerTransport(process.stdin.pipe(messages), process.stdout);
  const ended = new Promise<void>((resolve) => {
    messages.once('end', resolve).once('close', resolve);
    process.stdout.once('error', () => resolve());
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serve(() => createServer(source), {
    transport,
    onerror: ({ message }) => source.log(message.replaceAll(/\s+/g, ' ')),
  });
  await ended;
  await handle.close();
  // An open input would keep the process alive.
  process.stdin.destroy();
}

import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Versions } from '../contract/app-state.ts';

export type Events = ReturnType<typeof openEvents>;

/** How often to check for changes by other programs while a page follows. */
const LOOK_MS = 1_000;
/** Delays messages, because a job's progress comes faster than anybody can see. */
const SOON_MS = 150;
/** How often to send a comment: its failure reveals a page that went away without a word. */
const COMMENT_MS = 30_000;

/** @param versions may throw while files are locked or replaced; a later check then tries again */
export function openEvents(versions: () => Versions, log: (line: string) => void) {
  const pages = new Set<ServerResponse>();
  let sent = '';
  let sentMs = 0;
  let looking: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;

  function look(): void {
    clearTimeout(soon);
    soon = undefined;
    let now: string;
    try {
      now = messageOf(versions());
    } catch (error) {
      log(`It could not be found out what has changed: ${error instanceof Error ? error.message : error}`);
      return;
    }
    const isLate = performance.now() - sentMs > COMMENT_MS;
    if (now === sent && !isLate) return;
    const text = now === sent ? ':\n\n' : now;
    sent = now;
    sentMs = performance.now();
    for (const page of pages) page.write(text);
  }

  function leave(page: ServerResponse): void {
    pages.delete(page);
    if (pages.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  return {
    follow(reply: FastifyReply): void {
      const page = reply.raw;
      const headers = {
        ...reply.getHeaders(),
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
      };
      reply.hijack();
      page.writeHead(200, headers as Record<string, string>);
      page.once('close', () => leave(page));
      look();
      page.write(sent);
      pages.add(page);
      looking ??= setInterval(look, LOOK_MS);
    },
    count: (): number => pages.size,
    /** Checks for changes soon, after something was done. */
    look(): void {
      if (pages.size > 0) soon ??= setTimeout(look, SOON_MS);
    },
    close(): void {
      clearInterval(looking);
      clearTimeout(soon);
      for (const page of pages) page.end();
    },
  };
}

const messageOf = (versions: Versions): string => `data: ${JSON.stringify(versions)}\n\n`;

/** @returns a short hash that differs for different content. */
export const versionOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12);

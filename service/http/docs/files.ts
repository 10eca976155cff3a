import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Handler } from '../context.ts';
import { type Document, makeDocument, sendDocument } from '../document.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** `GET /docs`: the OpenAPI document as a page to read and try. It loads nothing from other sites, and keeps a key in its memory only. */

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** @returns what answers `/docs`, made at the first request. @param document of the API, by OpenAPI */
export function docsPage(document: () => Promise<object>): Handler {
  return kept('text/html; charset=utf-8', async () => {
    const { pageOf } = await import('./page.ts');
    return pageOf((await document()) as Parameters<typeof pageOf>[0]);
  });
}

/** The files that the page loads, by path. Each is made at its first request. */
export const DOCS_FILES: Readonly<Record<string, Handler>> = {
  '/docs/almanac.js': kept('text/javascript; charset=utf-8', () => SCRIPT),
  '/docs/almanac.css': kept('text/css; charset=utf-8', () => STYLE),
  '/docs/inter.woff2': kept('font/woff2', () => readFile(createRequire(import.meta.url).resolve(FONT))),
};

function kept(type: string, make: () => string | Buffer | Promise<string | Buffer>): Handler {
  let document: Promise<Document> | undefined;
  return async (request, reply) => {
    document ??= Promise.resolve(make()).then((body) => makeDocument(body, type));
    reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return sendDocument(request, reply, await document);
  };
}

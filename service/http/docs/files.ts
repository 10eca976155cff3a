import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Handler } from '../context.ts';
import { keptDocument } from '../document.ts';
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

/** @returns what answers `/docs`, made at the first request. @param document of the API, by OpenAPI @param name of its state */
export function docsPage(document: () => Promise<object>, name: () => string): Handler {
  const make = async () => {
    const { renderDocs } = await import('./page.ts');
    return renderDocs((await document()) as Parameters<typeof renderDocs>[0]);
  };
  return file('text/html; charset=utf-8', make, name);
}

/** The files that the page loads, by path. Each is made at its first request. */
export const DOCS_FILES: Readonly<Record<string, Handler>> = {
  '/docs/almanac.js': file('text/javascript; charset=utf-8', async () => SCRIPT),
  '/docs/almanac.css': file('text/css; charset=utf-8', async () => STYLE),
  '/docs/inter.woff2': file('font/woff2', () => readFile(createRequire(import.meta.url).resolve(FONT))),
};

function file(...of: Parameters<typeof keptDocument>): Handler {
  const send = keptDocument(...of);
  return async (request, reply) =>
    send(request, reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY));
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DOCS_PAGE, DOCS_SCRIPT, DOCS_STYLE } from './docs-page.ts';
import { type Document, makeDocument, sendDocument } from './document.ts';

/**
 * `GET /docs`: the OpenAPI document as a page to read and try, by Swagger UI from its own package. Nothing is loaded from
 * elsewhere, and a key that is typed there stays in the page's memory.
 */

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** The page and the files that it loads, by path. Each is read when it is first asked for. */
export const DOCS: Readonly<Record<string, Handler>> = {
  '/docs': own(DOCS_PAGE, 'text/html; charset=utf-8'),
  '/docs/almanac.js': own(DOCS_SCRIPT, SCRIPT_TYPE),
  '/docs/almanac.css': own(DOCS_STYLE, STYLE_TYPE),
  '/docs/swagger-ui-bundle.js': ofPackage('swagger-ui-bundle.js', SCRIPT_TYPE),
  '/docs/swagger-ui.css': ofPackage('swagger-ui.css', STYLE_TYPE),
};

function own(text: string, type: string): Handler {
  let document: Document | undefined;
  return (request, reply) => {
    document ??= makeDocument(text, type);
    reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return sendDocument(request, reply, document);
  };
}

function ofPackage(name: string, type: string): Handler {
  let document: Promise<Document> | undefined;
  return async (request, reply) => {
    document ??= readPackageFile(name).then((body) => makeDocument(body, type));
    return sendDocument(request, reply, await document);
  };
}

function readPackageFile(name: string): Promise<Buffer> {
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  return readFile(join(dirname(manifest), name));
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
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

/** Files of the package that the page loads. */
const PACKAGE_FILES: Record<string, string> = {
  'swagger-ui-bundle.js': SCRIPT_TYPE,
  'swagger-ui.css': STYLE_TYPE,
};

/** Adds the page and its files; each is read when it is first asked for. */
export function addDocs(app: FastifyInstance): void {
  const own: Record<string, () => Document> = {
    '/docs': () => makeDocument(DOCS_PAGE, 'text/html; charset=utf-8'),
    '/docs/almanac.js': () => makeDocument(DOCS_SCRIPT, SCRIPT_TYPE),
    '/docs/almanac.css': () => makeDocument(DOCS_STYLE, STYLE_TYPE),
  };
  for (const [path, make] of Object.entries(own)) {
    const document = make();
    app.get(path, (request, reply) => {
      reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
      return sendDocument(request, reply, document);
    });
  }
  for (const [name, type] of Object.entries(PACKAGE_FILES)) {
    let document: Promise<Document> | undefined;
    app.get(`/docs/${name}`, async (request, reply) => {
      document ??= readPackageFile(name).then((body) => makeDocument(body, type));
      return sendDocument(request, reply, await document);
    });
  }
}

function readPackageFile(name: string): Promise<Buffer> {
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  return readFile(join(dirname(manifest), name));
}

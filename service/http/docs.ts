import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Handler } from './context.ts';
import { type Document, makeDocument, sendDocument } from './document.ts';

/**
 * `GET /docs`: the OpenAPI document as a page to read and try, made by Swagger UI from its npm package. The page loads nothing from
 * other sites, and keeps a key that is typed into it only in its memory.
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

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Almanac API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/almanac.css">
</head>
<body>
<header class="brand"><strong>Almanac</strong><span>API reference</span><a href="/openapi.json">openapi.json</a></header>
<main id="docs"><noscript>This page needs JavaScript. The same content is in <a href="/openapi.json">openapi.json</a>.</noscript></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/almanac.js"></script>
</body>
</html>
`;

const SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: false,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  // The page may be open under another name of the service (localhost, 127.0.0.1): send requests to that one.
  requestInterceptor: (request) => {
    const url = new URL(request.url, location.href);
    request.url = location.origin + url.pathname + url.search;
    return request;
  },
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
});
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;

const STYLE = `:root { color-scheme: light dark; --page: #fff; --line: #d8dde3; --text: #1c2126; --quiet: #57606a; }
html.dark-mode { --line: #343a41; --text: #e6e9ec; --quiet: #9aa4ae; }
body { margin: 0; background: var(--page); color: var(--text); }
.brand { display: flex; gap: 12px; align-items: baseline; padding: 14px 24px; border-bottom: 1px solid var(--line);
  font: 15px/1.4 system-ui, sans-serif; }
.brand strong { font-size: 18px; }
.brand span { color: var(--quiet); }
.brand a { margin-left: auto; color: inherit; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .scheme-container { background: transparent; box-shadow: none; border-bottom: 1px solid var(--line); padding: 12px 0; }
html.dark-mode body { background: transparent; }
html.dark-mode .swagger-ui { color: var(--text); }
`;

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const STYLE_TYPE = 'text/css; charset=utf-8';

/** `/docs` and its files. Each is read at its first request. */
export const DOCS_PAGE = own(PAGE, 'text/html; charset=utf-8');

/** The files that the page loads, by path. */
export const DOCS_FILES: Readonly<Record<string, Handler>> = {
  '/docs/almanac.js': own(SCRIPT, SCRIPT_TYPE),
  '/docs/almanac.css': own(STYLE, STYLE_TYPE),
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

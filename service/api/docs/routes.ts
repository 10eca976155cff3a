import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { keptDocument } from '../http/answer.ts';
import { type DescribedRoute, discoverySchema } from '../http/described-route.ts';
import { querySchema } from '../http/query.ts';
import type { Site } from '../http/site.ts';

/** The page `/docs` loads nothing from other sites, and keeps a key in its memory only. */
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

export function addDocs(app: FastifyInstance, site: Site): void {
  // Imported late, so that the service starts without the schemas of the answers.
  const document = async () =>
    (await import('../openapi/document.ts')).openapiDocument(openRoutes(site), site);
  const name = () =>
    openRoutes(site)
      .map(({ url }) => url)
      .join();
  app.get(
    '/openapi.json',
    {
      schema: discoverySchema('get_openapi', 'This document', {
        json: { schema: Type.Unsafe({ type: 'object' }) },
      }),
    },
    keptDocument('application/json; charset=utf-8', async () => JSON.stringify(await document()), name),
  );
  const page = async () => (await import('./page.ts')).renderDocs(await document());
  const send = {
    '/docs': keptDocument('text/html; charset=utf-8', page, name),
    '/docs/almanac.js': keptDocument('text/javascript; charset=utf-8', async () => SCRIPT),
    '/docs/almanac.css': keptDocument('text/css; charset=utf-8', async () => STYLE),
    '/docs/inter.woff2': keptDocument('font/woff2', () =>
      readFile(createRequire(import.meta.url).resolve(FONT)),
    ),
  };
  for (const [path, answer] of Object.entries(send)) {
    const schema =
      path === '/docs'
        ? discoverySchema('get_docs', 'This document as a page to read and try', { html: true })
        : { querystring: querySchema({}) };
    app.get(path, { schema }, async (request, reply) =>
      answer(request, reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY)),
    );
  }
}

function openRoutes({ described, isOpen }: Site): readonly DescribedRoute[] {
  return described.filter(({ config }) => config?.closable === undefined || isOpen(config.closable));
}

/** The style of `/docs`, with the app's colours and sizes (`renderer/app/theme.ts`). */
const STYLE = `@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap;
  src: url('/docs/inter.woff2') format('woff2'); }
:root { color-scheme: light dark; --page: light-dark(#f5f6f9, #14181e); --surface: light-dark(#fff, #1a1f26);
  --line: light-dark(#e1e5eb, #2b323c); --border: light-dark(#cfd5de, #363d49); --text: light-dark(#171c26, #dfe3ea);
  --quiet: light-dark(#586172, #a1a9b7); --accent: light-dark(#2348ad, #9dbbff); --well: light-dark(#eff2f7, #14181e);
  --button: light-dark(#2a55c8, #3f6de0); }
:root[data-scheme='light'] { color-scheme: light; }
:root[data-scheme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 0.875rem/1.5 'Inter Variable', system-ui, sans-serif;
  font-variant-numeric: tabular-nums; font-feature-settings: 'cv11', 'ss03'; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; align-items: center;
  min-height: 3rem; padding: 0.25rem 1.25rem; background: var(--surface); border-bottom: 1px solid var(--line); }
header nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-left: auto; }
header a { display: inline-flex; gap: 0.5rem; align-items: center; min-height: 1.75rem; text-decoration: none; }
.brand { color: var(--text); font-size: 0.9375rem; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; font-weight: 600; letter-spacing: -0.01em; }
h2 { margin: 2.5rem 0 0; font-size: 1.125rem; font-weight: 600; }
h2 + p { margin: 0 0 0.75rem; }
h3 { margin: 1.25rem 0 0.5rem; font-size: 0.875rem; font-weight: 600; }
a { color: var(--accent); }
li { margin: 0.25rem 0; }
.quiet { color: var(--quiet); }
code, pre, .code { font: 0.8125rem/1.5 ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
.card { margin: 0.5rem 0; background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; }
section.card { margin-top: 1.5rem; padding: 0.75rem 1rem; }
section.card p { margin: 0.375rem 0 0; }
summary { display: flex; flex-wrap: wrap; gap: 0.25rem 0.625rem; align-items: center; min-height: 2.75rem; padding: 0.5rem 1rem;
  cursor: pointer; border-radius: 0.5rem; }
summary:hover { background: var(--well); }
summary code { font-weight: 600; }
.method { padding: 0.0625rem 0.375rem; color: var(--accent); font-size: 0.75rem; font-weight: 600; border: 1px solid currentcolor;
  border-radius: 0.25rem; }
.inside { padding: 0 1rem 1rem; border-top: 1px solid var(--line); }
.field { display: grid; grid-template-columns: minmax(9rem, 13rem) minmax(0, 1fr); gap: 0.125rem 1rem; align-items: center; margin: 0.625rem 0; }
.field p { grid-column: 2; margin: 0; font-size: 0.8125rem; }
input, select, textarea { width: 100%; min-height: 1.875rem; padding: 0.25rem 0.5rem; color: var(--text); font: inherit;
  background: var(--surface); border: 1px solid var(--border); border-radius: 0.375rem; }
textarea { resize: vertical; background: var(--well); }
::placeholder { color: var(--quiet); opacity: 1; }
#key { max-width: 26rem; display: block; margin-top: 0.25rem; }
button { min-height: 1.875rem; padding: 0 1rem; color: #fff; font: inherit; font-weight: 600; background: var(--button); border: 0;
  border-radius: 0.375rem; cursor: pointer; }
.row { display: flex; gap: 1rem; align-items: center; margin: 0.75rem 0; }
pre { max-height: 22rem; margin: 0.5rem 0; padding: 0.75rem; overflow: auto; background: var(--well); border: 1px solid var(--line);
  border-radius: 0.375rem; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
@media (max-width: 40rem) { .field { grid-template-columns: minmax(0, 1fr); } .field p { grid-column: 1; } }
`;

/** The script of `/docs`. It sends the key only in a header: logs would keep an address with a key. */
export const SCRIPT = `'use strict';
const SHOWN = 20000;
const server = document.body.dataset.server;
const key = document.getElementById('key');

// On the app's own port the app is at /, and has chosen an appearance. The port of the API has no app.
if (location.port !== new URL(server).port) {
  document.getElementById('home').href = '/';
  document.getElementById('home').title = 'Back to Almanac';
  const { theme: chosen } = JSON.parse(localStorage.getItem('almanac-preferences') ?? '{}');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.scheme = chosen;
}

function pathOf(form) {
  let path = form.dataset.path;
  const query = [];
  for (const field of form.elements) {
    if (!field.dataset.in) continue;
    const value = encodeURIComponent(field.value).replaceAll('%2C', ',');
    if (field.dataset.in === 'path') path = path.replace('{' + field.name + '}', value);
    else if (field.value !== '') query.push(field.name + '=' + value);
  }
  return query.length === 0 ? path : path + '?' + query.join('&');
}

function showCurl(form) {
  const header = 'key' in form.dataset ? ' -H "X-API-Key: $ALMANAC_API_KEY"' : '';
  form.querySelector('textarea').value = 'curl' + header + " '" + (server + pathOf(form)).replaceAll("'", '%27') + "'";
}

async function send(form) {
  const state = form.querySelector('output');
  const shown = form.querySelector('.answer');
  state.textContent = 'Sending…';
  const begun = performance.now();
  try {
    const answer = await fetch(pathOf(form), { headers: key.value === '' ? {} : { 'X-API-Key': key.value }, cache: 'no-store' });
    const text = await answer.text();
    state.textContent = answer.status + ', ' + Math.round(performance.now() - begun) + ' ms, ' + text.length.toLocaleString('en-US') + ' characters';
    shown.textContent = pretty(text).slice(0, SHOWN) + (text.length > SHOWN ? '\\n… and so on' : '');
    shown.hidden = false;
  } catch {
    state.textContent = 'No answer: is Almanac still open?';
    shown.hidden = true;
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

for (const form of document.forms) {
  showCurl(form);
  form.addEventListener('input', () => showCurl(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

function openNamed() {
  const named = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) {
    named.open = true;
    named.scrollIntoView();
  }
}
addEventListener('hashchange', openNamed);
openNamed();
for (const operation of document.querySelectorAll('.operation'))
  operation.addEventListener('toggle', () => {
    if (operation.open) history.replaceState(null, '', '#' + operation.id);
  });
`;

/** The page `/docs`, made from the OpenAPI document. Only sending requests needs the script. */

type Schema = {
  type?: string | string[];
  enum?: readonly unknown[];
  format?: string;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  items?: Schema;
  anyOf?: readonly Schema[];
};
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};
type ApiResponse = {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema?: object; example?: unknown }>;
};
type Operation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  externalDocs?: { description: string; url: string };
  security: readonly object[];
  parameters?: readonly Parameter[];
  responses: Record<string, ApiResponse>;
};
export type ApiDocument = {
  info: { title: string; version: string; summary: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Record<string, { get: Operation } | { post: Operation }>;
  components: { responses: Record<string, ApiResponse>; schemas: Record<string, object> };
};

export function renderDocs(api: ApiDocument): string {
  const { title, version, summary, description } = api.info;
  const operations = Object.entries(api.paths).map(([path, methods]) =>
    'get' in methods
      ? { path, method: 'GET', operation: methods.get }
      : { path, method: 'POST', operation: methods.post },
  );
  const groups = api.tags.map((tag) => ({
    ...tag,
    own: operations.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="preload" href="/docs/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/docs/almanac.css">
<script defer src="/docs/almanac.js"></script>
</head>
<body data-server="${escapeHtml(api.servers[0]?.url ?? '')}">
<header>
<a class="brand" id="home">${LOGO}<strong>Almanac</strong></a>
<span class="quiet">API ${escapeHtml(version)}</span>
<nav aria-label="Groups">${groups.map(({ name }) => `<a href="#${anchor(name)}">${escapeHtml(name)}</a>`).join('')}</nav>
<a href="/openapi.json">openapi.json</a>
</header>
<main>
<h1>${escapeHtml(summary)}</h1>
${blocks(description)}
<section class="card" aria-label="Key">
<label for="key">API key for the requests of this page</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="alm_…">
<p class="quiet">It stays in this page, is sent as the header <code>X-API-Key</code> only, and is forgotten when the page closes.</p>
</section>
${groups
  .map(
    ({
      name,
      description: groupText,
      own,
    }) => `<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${escapeHtml(name)}</h2><p class="quiet">${inline(groupText)}</p>
${own.map((one) => operationPart(api, one)).join('\n')}</section>`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

const LOGO =
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="6" fill="#2a55c8"/><path d="M5 16.5 9.5 11l3.5 3 6-7.5" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const anchor = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Renders one operation. Only GET requests can be sent from the page; the others are only described. */
function operationPart(
  api: ApiDocument,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): string {
  const { operationId: id, externalDocs: source } = operation;
  const needsKey = operation.security.length > 0;
  return `<details class="card operation" id="${id}">
<summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code> <span class="quiet">${inline(operation.summary)}${needsKey ? ' · needs a key' : ''}</span></summary>
<div class="inside">
${operation.description === undefined ? '' : blocks(operation.description)}
${source ? `<p>Source: <a href="${escapeHtml(source.url)}" rel="noreferrer">${escapeHtml(source.description)}</a></p>` : ''}
${method === 'GET' ? tryPart(path, operation) : ''}
<h3>Answers</h3>
${Object.entries(operation.responses)
  .map(([status, answer]) => answerPart(api, status, answer))
  .join('\n')}
</div>
</details>`;
}

function tryPart(path: string, { operationId: id, parameters = [], security }: Operation): string {
  return `<form data-path="${escapeHtml(path)}"${security.length > 0 ? ' data-key' : ''}>
<h3>Try it</h3>
${parameters
  .filter(isAsked)
  .map((parameter) => field(id, parameter))
  .join('\n')}
<div class="row"><button type="submit">Send</button><output aria-live="polite"></output></div>
<label for="${id}-curl">The same with curl</label>
<textarea id="${id}-curl" class="code" rows="2" readonly></textarea>
<pre class="answer" tabindex="0" role="group" aria-label="Answer" hidden></pre>
</form>`;
}

/** False for headers and for the key, which has its own field so that it never stands in an address. */
const isAsked = ({ name, in: where }: Parameter): boolean => where !== 'header' && name !== 'api_key';

function field(id: string, { name, in: where, required, description, schema, example }: Parameter): string {
  const given = example === undefined ? '' : String(example);
  const field = `${id}-${name}`;
  const attributes = `id="${field}" name="${escapeHtml(name)}" data-in="${where}"${required ? ' required' : ''} aria-describedby="${field}-said"`;
  const options = schema.enum?.map((each) => String(each));
  const control =
    options && options.length <= 40
      ? `<select ${attributes}>${required ? '' : '<option value=""></option>'}${options.map((each) => `<option${required && each === given ? ' selected' : ''}>${escapeHtml(each)}</option>`).join('')}</select>`
      : `<input ${attributes} value="${required ? escapeHtml(given) : ''}" placeholder="${escapeHtml(given)}" spellcheck="false">`;
  return `<div class="field"><label for="${field}"><code>${escapeHtml(name)}</code>${required ? ' <span class="quiet">required</span>' : ''}</label>${control}<p id="${field}-said" class="quiet">${inline([description ?? '', kindOf(schema)].filter((text) => text !== '').join('. '))}</p></div>`;
}

/** @returns a parameter's type, range and default in words. */
function kindOf({ type, items, format, anyOf = [], minimum, maximum, default: usual }: Schema): string {
  const words = [
    type === 'array' ? `list with commas` : [type].flat().join(' or '),
    items?.format ?? format ?? anyOf.map((one) => one.format ?? '').join(' or '),
    minimum === undefined && maximum === undefined ? '' : `${minimum ?? '…'} to ${maximum ?? '…'}`,
    usual === undefined ? '' : `else \`${String(usual)}\``,
  ];
  return words.filter((word) => word !== '' && word !== 'string').join(', ');
}

function answerPart(api: ApiDocument, status: string, answer: ApiResponse): string {
  const name = answer.$ref?.split('/').at(-1) ?? '';
  const { description = '', content = {} } = api.components.responses[name] ?? answer;
  const bodies = Object.entries(content).map(([type, { example, schema }]) => ({
    type,
    text: bodyText(api, example, schema),
  }));
  return `<div class="said"><strong>${status}</strong> ${inline(description)} <span class="quiet">${bodies.map(({ type }) => escapeHtml(type)).join(', ')}</span></div>
${
  status === '200'
    ? bodies
        .filter(({ text }) => text !== '')
        .map(
          ({ type, text }) =>
            `<pre tabindex="0" role="group" aria-label="Example of ${escapeHtml(type)}">${escapeHtml(text)}</pre>`,
        )
        .join('\n')
    : ''
}`;
}

function bodyText(api: ApiDocument, example: unknown, schema: { $ref?: string } | undefined): string {
  if (typeof example === 'string') return example;
  const shown =
    example ?? (schema?.$ref ? api.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined);
  return shown === undefined ? '' : JSON.stringify(shown, null, 2);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => ESCAPES[each] ?? each);

export function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 1
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : escapeHtml(part)
            .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replaceAll(/\*([^*]+)\*/g, '<em>$1</em>'),
    )
    .join('');
}

export function blocks(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split('\n');
      if (lines.every((line) => line.startsWith('- ')))
        return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
      if (lines.every((line) => line.startsWith('|'))) return table(lines);
      return `<p>${inline(lines.join(' '))}</p>`;
    })
    .join('\n');
}

function table([head = '', , ...rows]: readonly string[]): string {
  const row = (line: string, cell: 'th' | 'td'): string => {
    const cells = line.slice(1, -1).split('|');
    return `<tr>${cells.map((text) => `<${cell}>${inline(text.trim())}</${cell}>`).join('')}</tr>`;
  };
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody></table></div>`;
}

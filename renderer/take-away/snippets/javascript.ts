import { requestPath, type ViewRequests } from '../requests.ts';
import { remarks } from './remarks.ts';

/** Node 20 or newer, as a module. Pages are followed to their end; values stay the exact text. */
export function javascriptSnippet(asked: ViewRequests, baseUrl: string): string {
  const calls = asked.requests.map(
    (request) =>
      `  ...(await ${request.group === 'yields' ? 'yields' : 'economic'}(${JSON.stringify(requestPath(request))})),`,
  );
  return `${remarks(asked, '//').join('\n')}
const BASE = ${JSON.stringify(baseUrl)};
const KEY = process.env.ALMANAC_API_KEY;

async function get(path) {
  const answer = await fetch(BASE + path, { headers: { 'X-API-Key': KEY } });
  if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
  return answer.json();
}

async function economic(path) {
  const rows = [];
  while (path) {
    const page = await get(path);
    rows.push(...page.data);
    const following = page.pagination.next_url;
    path = following && '/api/v1' + following;
  }
  return rows;
}

async function yields(path) {
  const rows = [];
  for (;;) {
    const page = await get(\`\${path}?limit=5000&offset=\${rows.length}\`);
    rows.push(...page.rows);
    if (rows.length >= page.total_rows || page.rows.length === 0) return rows;
  }
}

const rows = [
${calls.join('\n')}
];
console.table(rows);
`;
}

import type { Program } from '../program.ts';
import { requestPath } from '../requests.ts';
import { remarks } from './remarks.ts';

/** CSV of each request, unpaged. The key goes in the header that both groups take, so that it stands in no URL. */
export function curlSnippet({ asked, hasYields, range }: Program, baseUrl: string): string {
  const lines = asked.requests.map((request) => {
    const path = requestPath(request);
    const address = `${baseUrl}${path}${path.includes('?') ? '&' : '?'}format=csv`;
    return `curl -fsS -H "X-API-Key: $ALMANAC_API_KEY" ${quoted(address)}`;
  });
  return `${[...remarks({ hasYields, range, left: asked.left }, '#', false), ...lines].join('\n')}\n`;
}

/** POSIX 2.2.2: between single quotes nothing is special but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

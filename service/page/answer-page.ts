import type { Encoding, PageFile, PageFiles } from './page-files.ts';
import { PAGE_POLICY, secure } from './security-headers.ts';

const INDEX = '/index.html';

/**
 * Answers GET or HEAD with a file of the page. Any other path without an extension is a view of the app, and gets index.html.
 * @param files from `readPageFiles`
 * @returns undefined where there is no such file.
 */
export function answerPage(request: Request, files: PageFiles): Response | undefined {
  const name = decode(new URL(request.url).pathname);
  if (name === undefined) return undefined;
  const isView = !/\.\w+$/.test(name);
  const file = files.get(name) ?? (isView ? files.get(INDEX) : undefined);
  return file && answerFile(request, file);
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function answerFile(request: Request, file: PageFile): Response {
  const headers = secure(
    new Headers({
      'Content-Type': file.contentType,
      'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    }),
    PAGE_POLICY,
  );
  if (request.headers.get('If-None-Match') === file.etag) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = bestEncoding(request.headers.get('Accept-Encoding') ?? '', file);
  const bytes = file.bytes.get(encoding) ?? new Uint8Array();
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}

/** @returns the smallest form that exists and that the client accepts; `q=0` refuses one (RFC 9110, 12.5.3). */
function bestEncoding(accepted: string, file: PageFile): Encoding {
  const taken = new Set(
    accepted
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]),
  );
  return (['br', 'gzip'] as const).find((each) => taken.has(each) && file.bytes.has(each)) ?? 'identity';
}

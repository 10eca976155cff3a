import { hash } from 'node:crypto';

/** @returns a weak ETag (RFC 9110, 8.8.3) of what an answer depends on. */
export function weakEtag(...parts: readonly string[]): string {
  return `W/"${hash('sha1', parts.join('\n'), 'base64url')}"`;
}

/** @returns whether `If-None-Match` holds the tag; compared weakly. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

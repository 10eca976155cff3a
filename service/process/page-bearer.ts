import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes the token of a page or the shell. The secret, and thus tokens, outlive a restart of the service. */
export function makeBearer(secret: string): string {
  const id = randomBytes(16).toString('base64url');
  return `${id}.${signature(secret, id)}`;
}

/** @param authorization the header of a request */
export function carriesBearer(secret: string, authorization: string | undefined): boolean {
  const [, id, signed] = /^Bearer ([\w-]{22})\.([\w-]{43})$/.exec(authorization ?? '') ?? [];
  if (id === undefined || signed === undefined) return false;
  return timingSafeEqual(Buffer.from(signature(secret, id)), Buffer.from(signed));
}

const signature = (secret: string, id: string): string =>
  createHmac('sha256', secret).update(`almanac page session ${id}`).digest('base64url');

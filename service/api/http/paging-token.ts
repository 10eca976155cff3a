import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Position } from '../../store/index.ts';

/**
 * Paging tokens: `base64url(payload ‖ HMAC-SHA-256(secret, payload ‖ binding))`, payload =
 * form (1 byte) · issued, seconds since 1970 (uint32) · day (int32) · id of the series (uint32) · id of the caller (the rest).
 * A team's node writes form 2, which has the team's version of its data (6 bytes) before the caller: another node may have older data.
 * The binding (dataset and every query parameter) is not in the token. It must be the same when the token comes back.
 */

export const TOKEN_LIFE_SECONDS = 24 * 60 * 60;
/** The first byte. */
const PLAIN_FORM = 1;
const TEAM_FORM = 2;
const HEAD_BYTES = 13;
const VERSION_BYTES = 6;
const MAC_BYTES = 32;
const LONGEST = 256;

export type ReadToken =
  /** `version`: the team's version of the data that the token was issued with; undefined on one computer. */
  | { state: 'valid'; callerId: string; after: Position; version?: number }
  | { state: 'expired'; callerId: string }
  | { state: 'invalid' };

export type PagingTokens = ReturnType<typeof pagingTokens>;

/**
 * @param secret of the keys room; `now` in milliseconds comes from the clock given.
 * @param version of a team's node: the team's version of the data that it has.
 */
export function pagingTokens(secret: Buffer, now: () => Date, version?: () => number) {
  const seconds = () => Math.floor(now().getTime() / 1000);
  const form = version ? TEAM_FORM : PLAIN_FORM;
  const head = version ? HEAD_BYTES + VERSION_BYTES : HEAD_BYTES;
  const key = createSecretKey(secret);
  const mac = (payload: Buffer, binding: string) =>
    createHmac('sha256', key).update(payload).update('\0').update(binding).digest();
  return {
    /** @param binding dataset and query, in one text that is the same for the same question. */
    issue(callerId: string, binding: string, after: Position): string {
      const payload = Buffer.alloc(head + Buffer.byteLength(callerId));
      payload.writeUInt8(form, 0);
      payload.writeUInt32BE(seconds(), 1);
      payload.writeInt32BE(after.day, 5);
      payload.writeUInt32BE(after.seriesId, 9);
      if (version) payload.writeUIntBE(version(), HEAD_BYTES, VERSION_BYTES);
      payload.write(callerId, head);
      return Buffer.concat([payload, mac(payload, binding)]).toString('base64url');
    },
    read(token: string, binding: string): ReadToken {
      if (token.length > LONGEST) return { state: 'invalid' };
      const bytes = Buffer.from(token, 'base64url');
      // Exactly one text is valid for a token, although base64 decoders accept stray characters and unused last bits.
      if (bytes.length < head + MAC_BYTES || bytes.toString('base64url') !== token) {
        return { state: 'invalid' };
      }
      const payload = bytes.subarray(0, -MAC_BYTES);
      if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), mac(payload, binding)) || payload[0] !== form) {
        return { state: 'invalid' };
      }
      const callerId = payload.toString('utf8', head);
      const age = seconds() - payload.readUInt32BE(1);
      if (age >= TOKEN_LIFE_SECONDS) return { state: 'expired', callerId };
      const after = { day: payload.readInt32BE(5), seriesId: payload.readUInt32BE(9) };
      if (!version) return { state: 'valid', callerId, after };
      return { state: 'valid', callerId, after, version: payload.readUIntBE(HEAD_BYTES, VERSION_BYTES) };
    },
  };
}

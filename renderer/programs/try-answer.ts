import type { TryAnswer } from '../../service/contract/access.ts';
import { groupDigits, inNumberStyle } from '../../service/series-math/decimal-text.ts';

/** Headers that help people who write tools, in the order to show them. */
const SHOWN = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Total-Count',
  'X-Data-Origin',
  'ETag',
  'Content-Type',
  'X-Request-Id',
];

/** @returns the answer's headers that are in `SHOWN`, in that order and spelling. */
export function shownHeaders(headers: TryAnswer['headers']): TryAnswer['headers'] {
  return SHOWN.flatMap((name) =>
    headers
      .filter(([written]) => written.toLowerCase() === name.toLowerCase())
      .map(([, value]) => [name, value] as const),
  );
}

/** @returns the header `RateLimit` in words: '98 left this minute, 9,998 today'; `undefined` if absent. */
export function rateLeftText(headers: TryAnswer['headers']): string | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'ratelimit')?.[1] ?? '';
  const minute = /"minute";r=(\d+)/.exec(value)?.[1];
  const day = /"day";r=(\d+)/.exec(value)?.[1];
  if (minute === undefined || day === undefined) return undefined;
  return `${groupDigits(minute)} left this minute, ${groupDigits(day)} today`;
}

/** The reason phrases of the API's statuses (RFC 9110, 15; RFC 6585). */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** @returns '200 OK'. */
export function statusText(status: number): string {
  const reason = REASONS[status];
  return reason === undefined ? String(status) : `${status} ${reason}`;
}

/** @returns the parameter that the API rejects, and the reason; `undefined` unless the status is 422. */
export function wrongParameter(
  answer: Pick<TryAnswer, 'status' | 'body'>,
): { parameter: string; message: string } | undefined {
  if (answer.status !== 422) return undefined;
  try {
    const { detail } = JSON.parse(answer.body) as { detail?: { parameter?: unknown; message?: unknown } };
    if (typeof detail?.parameter !== 'string' || typeof detail.message !== 'string') return undefined;
    return { parameter: detail.parameter, message: detail.message };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** @returns the body for reading: JSON formatted, other text unchanged. */
export function readableBody({ body, headers }: Pick<TryAnswer, 'body' | 'headers'>): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return type.includes('json') ? prettyJson(body) : body;
}

/** @returns '912 bytes', '4.1 KB', '2.50 MB'; decimal units. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return inNumberStyle(
    bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(2)} MB`,
  );
}

/** @returns '3 ms', '0.4 ms', '1.2 s'. */
export function tookText(ms: number): string {
  if (ms >= 1_000) return inNumberStyle(`${(ms / 1_000).toFixed(1)} s`);
  return ms >= 10 || Number.isInteger(ms) ? `${Math.round(ms)} ms` : inNumberStyle(`${ms.toFixed(1)} ms`);
}

/** @returns an answer in a line: '200 OK, 12 ms, 1.2 KB'; good if the status is 200. */
export function answerSummary({ status, took_ms, bytes }: TryAnswer): { text: string; isGood: boolean } {
  return {
    text: `${statusText(status)}, ${tookText(took_ms)}, ${bytesText(bytes)}`,
    isGood: status === 200,
  };
}

const INLINE = 110;
const INDENT = '  ';

/**
 * Formats JSON without parsing it: digits stay as sent, and a cut text is formatted up to the cut. A short
 * object or list without nested ones stays on one line.
 */
export function prettyJson(text: string): string {
  let out = '';
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '{' || character === '[') {
      const end = flatEnd(text, at);
      if (end !== undefined) {
        out += inlined(text.slice(at, end + 1));
        at = end;
      } else {
        depth += 1;
        out += character + newLine(depth);
      }
    } else if (character === '}' || character === ']') {
      depth = Math.max(0, depth - 1);
      out += newLine(depth) + character;
    } else if (character === '"') {
      const end = stringEnd(text, at);
      out += text.slice(at, end + 1);
      at = end;
    } else if (character === ',') out += `,${newLine(depth)}`;
    else if (character === ':') out += ': ';
    else if (!/\s/.test(character)) out += character;
  }
  return out;
}

function newLine(depth: number): string {
  return `\n${INDENT.repeat(depth)}`;
}

/** @returns the index of the closing quote; if the text ends before it, of the last character. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length - 1;
}

/** @returns the index at which a short object or list without nested ones ends; otherwise `undefined`. */
function flatEnd(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length && at - from < INLINE; at += 1) {
    const character = text[at];
    if (character === '"') at = stringEnd(text, at);
    else if (character === '{' || character === '[') return undefined;
    else if (character === '}' || character === ']') return at;
  }
  return undefined;
}

/** A short object or list in one line. */
function inlined(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\])*")|([,:])|\s+/gs,
    (_, string, sign) => string ?? (sign ? `${sign} ` : ''),
  );
}

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A folder of text files, one an answer, in which all that differs by nature is masked. */
export type Collection = {
  folder: string;
  /** @param name path below the folder, without an ending; signs that no file name takes are replaced. */
  note: (name: string, text: string) => void;
  count: () => number;
};

/** Longer texts are kept by their beginning, their end and their hash. */
const LONGEST = 400_000;
const KEPT = 20_000;

/** @param scratch the folder whose path is masked. */
export function openCollection(folder: string, scratch: string): Collection {
  const names = new Set<string>();
  return {
    folder,
    count: () => names.size,
    note(name, text) {
      const file = `${fileName(name)}.txt`;
      if (names.has(file)) throw new Error(`Two answers are named ${file}`);
      names.add(file);
      const full = path.join(folder, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, shortened(masked(stripVTControlCharacters(text).replaceAll(scratch, 'SCRATCH'))));
    },
  };
}

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/(127\.0\.0\.1|localhost|\[::1\]):\d{2,5}/g, '$1:PORT'],
  [/^(host: .*):\d{4,5}$/gim, '$1:PORT'],
  [/alm_[\w-]{32,}/g, 'alm_KEY'],
  [/token_id=[\w.~%-]{20,}/g, 'token_id=TOKEN'],
  [/"latency":[\d.]+/g, '"latency":MS'],
  [/"took_ms":[\d.]+/g, '"took_ms":MS'],
  [/^(x-request-id): .*$/gim, '$1: ID'],
  [/^[0-9a-f]{6}-\w+ /gm, 'ID '],
  [/\d+(\.\d+)? ms$/gm, 'N ms'],
  [/(\["x-request-id",")[^"]*/g, '$1ID'],
  [/\/download\/[\w-]{30,}/g, '/download/TICKET'],
  // A data version is new with each start; whether it is honoured is asked by itself.
  [/("data_version": ?")[0-9a-f]{12}-/g, '$1VERSION-'],
  [/(\["date",")[^"]*/g, '$1DATE'],
  [/W\/"[\w.-]{20,}"/g, 'W/"ETAG"'],
  [/^(If-None-Match): .*[\w-]{20,}.*$/gm, '$1: OF-THE-ANSWER'],
  [/^(Authorization: Bearer) [\w-]{30,}$/gm, '$1 SECRET'],
  [/#t=[\w-]{30,}/g, '#t=TOKEN'],
  [/"(bearer|upload|secret)":"[\w-]{16,}"/g, '"$1":"SECRET"'],
  [/"pid": ?\d+/g, '"pid":N'],
  [/process \d+/g, 'process N'],
  // The page's own files carry a hash of their content, which changes with every build.
  [/(\/assets\/[\w.-]*?)-[\w-]{8}\.(js|css|woff2?|svg|png)/g, '$1-HASH.$2'],
];

function masked(text: string): string {
  return MASKS.reduce((all, [found, by]) => all.replace(found, by), text);
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, KEPT)}\n… ${text.length} characters, SHA-256 ${sha256} …\n${text.slice(-KEPT)}`;
}

function fileName(name: string): string {
  return name
    .split('/')
    .map((part) => {
      const plain = part.replace(/[^\w .,=+()[\]-]/g, '~').trim();
      if (plain.length <= 120) return plain;
      return `${plain.slice(0, 100)}~${createHash('sha256').update(part).digest('hex').slice(0, 8)}`;
    })
    .join('/');
}

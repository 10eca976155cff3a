import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Ended, ended, startCommandLine } from '../support/command-line.ts';

/** Starts the command line and the service as processes, and uses them only from outside. */

/** Programs run far from Greenwich, where code that works only in UTC finds wrong days. */
const ZONE = 'Pacific/Auckland';
/** Small, so that a few rows make several pages. */
export const PAGE_SIZE = 7;
const START_MS = 30_000;
const LAST_SECOND_TO_BEGIN = 45;

export type Key = { id: string; key: string };

/** An answer. The test gives the type of `json`, which is undefined if the body is not JSON. */
export type Answer<Body = unknown> = { status: number; headers: Headers; text: string; json: Body };
export type Request = { key?: string | undefined; headers?: Record<string, string>; method?: string };

export type EconomicRow = { date: string; series: string; value: string; state?: string };
export type EconomicPage = {
  status: string;
  message: string;
  meta: { schema_version: string; frequency: string; fields: Record<string, string> };
  pagination: { count: string; next_url: string | null };
  data: EconomicRow[];
};
export type MarketPage = {
  rows: Record<string, string>[];
  total_rows: number;
  limit: number;
  offset: number;
  latency: number;
};
/** The body of 422. */
export type Refused = { detail: { error: string; parameter: string; message: string } };

/** @returns a data folder for a test file, which is removed with the test run. */
export function newDataFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'almanac-api-'));
}

/** Runs a command to its end, in a time zone far from Greenwich. */
export function runCommand(...words: readonly string[]): Promise<Ended> {
  return ended(startCommandLine(words, { TZ: ZONE }));
}

/** @returns the environment variable that sets a Node program's clock ahead. */
function clockAhead(ms: number): { NODE_OPTIONS?: string } {
  const program = `const now = Date.now, Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length > 0 ? given : [now() + ${ms}])); }
  static now() { return now() + ${ms}; }
};`;
  return ms === 0 ? {} : { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
}

/** A data folder and the service that runs on it. */
export class RunningService {
  readonly folder: string;
  /** Everything that the service has printed. */
  log = '';
  url = '';
  #process: ChildProcess | undefined;

  constructor(folder = newDataFolder()) {
    this.folder = folder;
  }

  /** @param aheadMs how far its clock is ahead. */
  async start(aheadMs = 0): Promise<void> {
    const words = ['--data-dir', this.folder, '--port', '0', '--page-size', String(PAGE_SIZE), '--no-sample'];
    const started = startCommandLine(['serve', ...words], { TZ: ZONE, ...clockAhead(aheadMs) });
    this.#process = started;
    let printed = '';
    this.url = await new Promise<string>((resolve, reject) => {
      const fail = (what: string) => reject(new Error(`The service ${what}:\n${printed}`));
      const timer = setTimeout(() => fail(`did not print its address in ${START_MS / 1000} s`), START_MS);
      const read = (text: Buffer) => {
        printed += text;
        this.log += text;
        const url = /Listening on (http:\/\/127\.0\.0\.1:\d+)\n/.exec(printed)?.[1];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      };
      started.stdout?.on('data', read);
      started.stderr?.on('data', read);
      started.once('exit', (status) => fail(`ended with ${status}`));
    });
  }

  /** @returns the exit status; null if the signal ended the process. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null)
      return Promise.resolve(running?.exitCode ?? null);
    const ended = new Promise<number | null>((resolve) => running.once('exit', resolve));
    running.kill(signal);
    return ended;
  }

  /** Ends the service and removes its data. */
  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  command(...words: readonly string[]): Promise<Ended> {
    return runCommand(...words, '--data-dir', this.folder);
  }

  /** @returns the output of a command. @throws if it fails. */
  async run(...words: readonly string[]): Promise<string> {
    const { status, out, err } = await this.command(...words);
    expect(status, `${words.join(' ')}: ${err}`).toBe(0);
    return out;
  }

  async makeKey(label: string): Promise<Key> {
    return JSON.parse(await this.run('keys', 'create', '--label', label, '--json')) as Key;
  }

  async makeRevokedKey(label: string): Promise<Key> {
    const made = await this.makeKey(label);
    await this.run('keys', 'revoke', made.id);
    return made;
  }

  /** @param key sent in the header. */
  async get<Body = unknown>(
    target: string,
    { key, headers = {}, method = 'GET' }: Request = {},
  ): Promise<Answer<Body>> {
    const sent = { ...headers, ...(key !== undefined && { 'X-API-Key': key }) };
    const answer = await fetch(this.url + target, { headers: sent, method, redirect: 'manual' });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: parsed(text) as Body };
  }

  /** Sends a request under another host name, which `fetch` cannot do. */
  getAsHost(host: string, target: string): Promise<{ status: number | undefined; text: string }> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(this.url);
      const request = http.request({ host: '127.0.0.1', port, path: target, headers: { Host: host } });
      request.on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.on('end', () => resolve({ status: answer.statusCode, text }));
      });
      request.on('error', reject);
      request.end();
    });
  }

  /** Follows `next_url` to the end, without a key. @returns all pages. */
  async allPages(target: string, request?: Request): Promise<EconomicPage[]> {
    const pages: EconomicPage[] = [];
    let next: string | null = target;
    while (next !== null) {
      const page: Answer<EconomicPage> = await this.get(next, pages.length === 0 ? request : {});
      expect(page.status, page.text.slice(0, 300)).toBe(200);
      pages.push(page.json);
      expect(pages.length, 'pages without end').toBeLessThan(60);
      const { next_url } = page.json.pagination;
      next = next_url === null ? null : `/api/v1${next_url}`;
    }
    return pages;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns the path of a dataset with its query. */
export function economic(dataset: string, query: Record<string, string>): string {
  return `/api/v1/economic-data/${dataset}?${new URLSearchParams(query)}`;
}

/** @returns how many requests of the day the key has left, from the header `RateLimit`. */
export function leftToday({ headers }: Answer): number {
  return Number(/"day";r=(\d+);/.exec(headers.get('RateLimit') ?? '')?.[1]);
}

/** Waits for the next clock minute if this one is nearly over, so that a count falls in one minute. */
export async function roomInMinute(): Promise<void> {
  while (new Date().getSeconds() > LAST_SECOND_TO_BEGIN) await sleep(500);
}

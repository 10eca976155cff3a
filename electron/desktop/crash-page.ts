import { createHash } from 'node:crypto';
import { secure } from '../gateway/index.ts';
import { ORIGIN } from './before-ready/index.ts';

/** Path of the page that is shown when the app's own page has crashed twice. It has no script, so it cannot crash the same way. */
export const CRASH_PAGE = '/host/stopped';

const STYLE =
  ':root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:34em;margin:18vh auto;padding:0 2em}' +
  'a{display:inline-block;padding:.4em 1em;border:1px solid;border-radius:6px;color:inherit}';
const HASH = createHash('sha256').update(STYLE).digest('base64');
const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Almanac</title>
<style>${STYLE}</style>
<h1>The page stopped working</h1>
<p>It ended twice within a short time, so it was not opened again by itself. Your data is safe: it is kept by another
process, and other tools still reach it.</p>
<p><a href="${ORIGIN}/">Open the first screen</a></p>
<p>Help › Copy diagnostics has what to report.</p>
</html>
`;

export function crashPage(): Response {
  const policy = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  return new Response(HTML, { headers: secure(headers, policy) });
}

/** After a second crash within this time, opening the page again does not help. */
const WINDOW_MS = 60_000;

/** What to do when the page's process has ended. */
export type AfterCrash = 'nothing' | 'reload' | 'tell';

/**
 * Counts crashes of the page's process.
 * @returns a function that takes Electron's reason and says what to do: reload the page, but not twice within a minute.
 */
export function countPageCrashes(nowMs: () => number): (reason: string) => AfterCrash {
  let lastMs: number | undefined;
  return (reason) => {
    if (reason === 'clean-exit') return 'nothing';
    const now = nowMs();
    const isSecond = lastMs !== undefined && now - lastMs < WINDOW_MS;
    lastMs = now;
    return isSecond ? 'tell' : 'reload';
  };
}

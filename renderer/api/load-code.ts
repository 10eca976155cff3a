import { isAskedAgain, waitToAskAgain } from './query-client.ts';
import { isCutOff } from './reported.ts';
import { NoAnswer, throwIfUnanswered } from './request.ts';

/** The browsers' words for code that did not come, and Vite's for its style sheet. An error of the code itself has others. */
const NOT_LOADED = /dynamically imported module|Importing a module script failed|preload CSS/;
/** Addresses of style sheets that did not come. Vite asks for each once only, and takes it for loaded the next time. */
const lost = new Set<string>();

/** A page that is younger than this, in ms, was loaded from a service that answers: to load it again would not help. */
const YOUNG_MS = 10_000;

/**
 * Loads a part of the page's code, which the service serves too. While the service starts again it waits for some seconds, as data do, and
 * does not ask before there is an answer: Chromium keeps it that a module did not come. Where the code does not come although the service
 * answers, the page is loaded again.
 * @param load the dynamic import @throws NoAnswer, or an error of the code
 */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  window.addEventListener('error', noteLost, true);
  try {
    let isMissing = false;
    for (let failures = 0; ; failures++) {
      try {
        if (failures > 0 || isCutOff())
          await throwIfUnanswered(() => fetch('/healthz', { cache: 'no-store' }));
        await Promise.all(Array.from(lost, loadStyles));
        return await load();
      } catch (error) {
        const isNotLoaded = error instanceof Error && NOT_LOADED.test(error.message);
        if (isNotLoaded && isMissing && performance.now() > YOUNG_MS) return await loadPageAgain();
        if (!isNotLoaded && !(error instanceof NoAnswer)) throw error;
        isMissing ||= isNotLoaded;
        const failure = isNotLoaded ? new NoAnswer(error) : error;
        if (!isAskedAgain(failures, failure)) throw failure;
        await new Promise((resolve) => setTimeout(resolve, waitToAskAgain(failures, failure)));
      }
    }
  } finally {
    window.removeEventListener('error', noteLost, true);
  }
}

/** Its address says what is shown. */
function loadPageAgain(): Promise<never> {
  window.location.reload();
  return new Promise(() => undefined);
}

function noteLost({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  lost.add(target.href);
  target.remove();
}

function loadStyles(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.href = href;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      lost.delete(href);
      resolve();
    });
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${href}`)));
    document.head.append(link);
  });
}

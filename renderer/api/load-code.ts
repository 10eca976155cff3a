import { isAskedAgain, waitToAskAgain } from './query-client.ts';
import { NoAnswer } from './request.ts';

/** The browsers' words for code that did not come, and Vite's for its style sheet. An error of the code itself has others. */
const NOT_LOADED = /dynamically imported module|Importing a module script failed|preload CSS/;
/** Addresses of style sheets that did not come. Vite asks for each once only, and takes it for loaded the next time. */
const lost = new Set<string>();

/**
 * Loads a part of the page's code, which the service serves too: it is asked for again for some seconds, as data are, because the service
 * may be starting again. @param load the dynamic import @throws NoAnswer, or an error of the code
 */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  window.addEventListener('error', noteLost, true);
  try {
    for (let failures = 0; ; failures++) {
      try {
        await Promise.all(Array.from(lost, loadStyles));
        return await load();
      } catch (error) {
        if (!(error instanceof Error && NOT_LOADED.test(error.message))) throw error;
        const failure = new NoAnswer(error);
        if (!isAskedAgain(failures, failure)) throw failure;
        await new Promise((resolve) => setTimeout(resolve, waitToAskAgain(failures, failure)));
      }
    }
  } finally {
    window.removeEventListener('error', noteLost, true);
  }
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

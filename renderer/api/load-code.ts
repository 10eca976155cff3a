import { isAskedAgain, waitToAskAgain } from './query-client.ts';
import { NoAnswer } from './request.ts';

/** The browsers' words for code that did not come, and Vite's for its style sheet. An error of the code itself has others. */
const NOT_LOADED = /dynamically imported module|Importing a module script failed|preload CSS/;

/**
 * Loads a part of the page's code, which the service serves too: it is asked for again for some seconds, as data are, because the service
 * may be starting again. @param load the dynamic import @throws NoAnswer, or an error of the code
 */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  // A style sheet that did not come counts as loaded while its link stands in the document.
  const forget = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
  };
  window.addEventListener('error', forget, true);
  try {
    for (let failures = 0; ; failures++) {
      try {
        return await load();
      } catch (error) {
        if (!(error instanceof Error && NOT_LOADED.test(error.message))) throw error;
        const failure = new NoAnswer(error);
        if (!isAskedAgain(failures, failure)) throw failure;
        await new Promise((resolve) => setTimeout(resolve, waitToAskAgain(failures, failure)));
      }
    }
  } finally {
    window.removeEventListener('error', forget, true);
  }
}

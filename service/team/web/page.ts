import { existsSync } from 'node:fs';
import path from 'node:path';
import { FRED_GRAPH_PREFIX, FRED_PREFIX } from '../../contract/names.ts';
import { DATASETS } from '../../datasets/index.ts';
import { answerPage, markedForTeam, type PageFiles, readPageFiles } from '../../page/index.ts';

/** Beside the bundle and its folder of chunks, and from the sources where the page was built. */
const PLACES = ['../renderer', '../../renderer', '../../../.build/renderer'];
const INDEX = 'index.html';

/** Beginnings of paths that are never the page's: a wrong one is told so, instead of getting the app. */
const OTHERS = [
  '/api/',
  '/team/',
  '/host/',
  '/auth/',
  '/download/',
  '/docs/',
  '/mcp',
  `${FRED_PREFIX}/`,
  `${FRED_GRAPH_PREFIX}/`,
  ...DATASETS.filter(({ group }) => group === 'market-data').map(({ id }) => `/${id}/`),
];

/** @param places folders to look in, relative to this program. @returns the folder of the built page; `undefined` where it was not built. */
export function pageFolder(places: readonly string[] = PLACES): string | undefined {
  return places
    .map((place) => path.resolve(import.meta.dirname, place))
    .find((folder) => existsSync(path.join(folder, INDEX)));
}

/**
 * Answers with the files of the app, which are read at the first request.
 * @param folder undefined: nobody built them; the log then says how, and no path is the page's.
 */
export function openPage(folder: string | undefined, log: (line: string) => void) {
  let files: Promise<PageFiles> | undefined;
  if (folder === undefined)
    log(
      "The app itself is not served at this node: its page is not built. Build it with 'npm start -- --no-open' in the project's folder, and start the node again. The API answers all the same.",
    );
  return async (request: Request): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url);
    if (folder === undefined || OTHERS.some((beginning) => pathname.startsWith(beginning))) return undefined;
    files ??= readPageFiles(folder).then(markedForTeam);
    return answerPage(request, await files);
  };
}

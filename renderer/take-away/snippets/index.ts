import type { Program } from '../program.ts';
import { curlSnippet } from './curl.ts';
import { javascriptSnippet } from './javascript.ts';
import { powerQuerySnippet } from './power-query.ts';
import { pythonSnippet } from './python.ts';
import { rSnippet } from './r.ts';

/** Languages that a view can be copied as, each a program that runs as it stands once the key is in the environment. */
export const SNIPPETS: readonly {
  name: string;
  write: (program: Program, baseUrl: string) => string;
}[] = [
  { name: 'curl', write: curlSnippet },
  { name: 'Python (pandas)', write: pythonSnippet },
  { name: 'R', write: rSnippet },
  { name: 'JavaScript', write: javascriptSnippet },
  { name: 'Excel Power Query (M)', write: powerQuerySnippet },
];

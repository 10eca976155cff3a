import { FRED_GRAPH_PREFIX, FRED_PREFIX, KEY_HEADER } from '../../service/contract/names.ts';
import { NPM_PROGRAM, type Shell } from '../../service/contract/shell.ts';
import { curlLine, environmentLine, FRED_KEY_VARIABLE, KEY_VARIABLE } from './commands.ts';

/** Programs for FRED's clients, to copy. None holds a key: it is in the environment. */

const TABLE = `${FRED_GRAPH_PREFIX}/fredgraph.csv`;

export type FredClient = {
  id: string;
  name: string;
  /** What it takes to point it here. */
  note: string;
  /** A command to run before. */
  before?: { label: string; command: string };
  /** @param url base address of the service. */
  program: (url: string, shell: Shell) => string;
  /** What the program asks first: a path of the API, without a key. */
  path: string;
};

export const FRED_CLIENTS: readonly FredClient[] = [
  {
    id: 'fredapi',
    name: 'fredapi',
    note: `Python: one line, before the first request. The key is an ordinary one, in ${KEY_VARIABLE}.`,
    program: (url) => `import os
from fredapi import Fred

Fred.root_url = "${url}${FRED_PREFIX}"
fred = Fred(api_key=os.environ["${KEY_VARIABLE}"])
print(fred.get_series("ICSA").tail())`,
    path: `${FRED_PREFIX}/series/observations?series_id=ICSA`,
  },
  {
    id: 'freddata',
    name: 'FredData.jl',
    note: `Julia: the address is the second argument. It takes keys of 32 hexadecimal digits only: put one that is made for it into ${FRED_KEY_VARIABLE}. It is good for nothing else.`,
    before: { label: 'Make its key', command: `${NPM_PROGRAM} keys create --label julia --for fred` },
    program: (url) => `using FredData

fred = Fred(ENV["${FRED_KEY_VARIABLE}"], "${url}${FRED_PREFIX}/")
print(last(get_data(fred, "ICSA").data, 5))`,
    path: `${FRED_PREFIX}/series/observations?file_type=json&series_id=ICSA`,
  },
  {
    id: 'datareader',
    name: 'pandas-datareader',
    note: 'Python: its address cannot carry a key, so a session sends it in a header.',
    program: (url) => `import os
import requests
from pandas_datareader.fred import FredReader

FredReader.url = "${url}${TABLE}"
session = requests.Session()
session.headers["${KEY_HEADER}"] = os.environ["${KEY_VARIABLE}"]
print(FredReader(["ICSA", "CCSA"], start="2024-01-01", session=session).read().tail())`,
    path: `${TABLE}?id=ICSA`,
  },
  {
    id: 'scripts',
    name: 'Scripts',
    note: 'Scripts that read the base address from a variable, or that have the address of a graph’s Download: put this one in the place of FRED’s.',
    program: (url, shell) =>
      [
        environmentLine(`${url}${FRED_PREFIX}`, shell, 'FRED_BASE_URL'),
        curlLine(`${url}${TABLE}?id=ICSA,CCSA&cosd=2024-01-01`, shell),
      ].join('\n'),
    path: `${TABLE}?id=ICSA,CCSA&cosd=2024-01-01`,
  },
];

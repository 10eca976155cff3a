import { FRED_GRAPH_PREFIX, FRED_PREFIX, KEY_HEADER } from '../../service/contract/names.ts';
import { NPM_PROGRAM, type Shell, shellQuoted } from '../../service/contract/shell.ts';

/** Texts to copy. Only `environmentLine` contains a key; the others read it from the environment. */

/** The environment variable that holds the key in all these texts. */
export const KEY_VARIABLE = 'ALMANAC_API_KEY';
/** The variable for a key that works only for FRED's clients, so that it does not replace an ordinary key. */
export const FRED_KEY_VARIABLE = 'ALMANAC_FRED_KEY';

/** @returns the command that sets the environment variable to a key. */
export function environmentLine(key: string, shell: Shell, variable = KEY_VARIABLE): string {
  const value = shellQuoted(key, shell);
  return shell === 'sh' ? `export ${variable}=${value}` : `$env:${variable} = ${value}`;
}

/** @returns a curl command; the key is in a header, to keep it out of logs. @param variable null: no key */
export function curlLine(url: string, shell: Shell, variable: string | null = KEY_VARIABLE): string {
  const [program, key] = shell === 'sh' ? ['curl', `$${variable}`] : ['curl.exe', `$env:${variable}`];
  const header = variable === null ? '' : ` -H "X-API-Key: ${key}"`;
  return `${program}${header} ${shellQuoted(url, shell)}`;
}

const TABLE = `${FRED_GRAPH_PREFIX}/fredgraph.csv`;
const SCRIPT_TABLE = `${TABLE}?id=ICSA,CCSA&cosd=2024-01-01`;

type FredClient = {
  id: string;
  name: string;
  /** The setup that makes the program use Almanac. */
  note: string;
  /** A command to run first. */
  before?: { label: string; command: string };
  /** @param url base address of the service */
  program: (url: string, shell: Shell) => string;
  /** The API path that the program requests first, without a key. */
  path: string;
};

export const FRED_CLIENTS: readonly FredClient[] = [
  {
    id: 'fredapi',
    name: 'fredapi',
    note: `Python: add one line before the first request. Use an ordinary key, in ${KEY_VARIABLE}.`,
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
    note: `Julia: pass the address as the second argument. FredData.jl takes only keys of 32 hexadecimal digits: make one and put it into ${FRED_KEY_VARIABLE}. That key works nowhere else.`,
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
    note: 'Scripts that read the base address from a variable, or use the address of a graph’s Download: replace FRED’s address with this one.',
    program: (url, shell) =>
      `${environmentLine(`${url}${FRED_PREFIX}`, shell, 'FRED_BASE_URL')}\n${curlLine(`${url}${SCRIPT_TABLE}`, shell)}`,
    path: SCRIPT_TABLE,
  },
];

/** An assistant reaches Almanac over HTTP while the service runs, or by starting a command. */
export type AssistantWay = 'http' | 'command';

type AssistantClient = {
  id: string;
  name: string;
  /** The file for the configuration. */
  file: string;
  /** The configuration for each way that the client supports. @param address the address of `/mcp` */
  http?: (address: string) => string;
  /** @param command program and arguments */
  command?: (command: readonly string[]) => string;
};

/** The name under which VS Code stores the key that the user enters. */
const VS_CODE_KEY = 'almanac-key';

/** Formats JSON, with lists of strings on one line. */
const json = (value: object) =>
  JSON.stringify(value, null, 2).replaceAll(/\[\s+"[^[\]{}]*"\s+\]/g, (words) =>
    words.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/^\[ | \]$/g, (bracket) => bracket.trim()),
  );
const started = ([command = '', ...args]: readonly string[]) => ({ command, args });
const servers = (server: object) => json({ mcpServers: { almanac: server } });
const startedServers = (words: readonly string[]) => servers(started(words));
const headers = (value: string) => ({ [KEY_HEADER]: value });

/** Most common first. Each has its own syntax for an environment variable. */
export const ASSISTANTS: readonly AssistantClient[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    file: '.mcp.json of a project',
    http: (url) => servers({ type: 'http', url, headers: headers(`\${${KEY_VARIABLE}}`) }),
    command: startedServers,
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    file: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    command: startedServers,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    file: '~/.cursor/mcp.json',
    http: (url) => servers({ url, headers: headers(`\${env:${KEY_VARIABLE}}`) }),
    command: startedServers,
  },
  {
    id: 'vs-code',
    name: 'VS Code',
    file: '.vscode/mcp.json; it asks for the key once',
    http: (url) =>
      json({
        inputs: [{ type: 'promptString', id: VS_CODE_KEY, description: 'Almanac API key', password: true }],
        servers: { almanac: { type: 'http', url, headers: headers(`\${input:${VS_CODE_KEY}}`) } },
      }),
    command: (words) => json({ servers: { almanac: { type: 'stdio', ...started(words) } } }),
  },
  {
    id: 'codex',
    name: 'Codex',
    file: '~/.codex/config.toml',
    http: (url) =>
      `[mcp_servers.almanac]\nurl = ${JSON.stringify(url)}\nenv_http_headers = { ${JSON.stringify(KEY_HEADER)} = ${JSON.stringify(KEY_VARIABLE)} }`,
    command: ([program = '', ...words]) =>
      `[mcp_servers.almanac]\ncommand = ${JSON.stringify(program)}\nargs = [${words.map((word) => JSON.stringify(word)).join(', ')}]`,
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    file: '~/.gemini/settings.json',
    http: (url) => servers({ httpUrl: url, headers: headers(`$${KEY_VARIABLE}`) }),
    command: startedServers,
  },
];

/** @returns the number of tools in `/mcp`'s answer to `tools/list`; `undefined` for any other answer. */
export function toolCount(body: string): number | undefined {
  // The protocol answers with JSON, or with one event whose data are JSON.
  const text = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  try {
    const { result } = JSON.parse(text) as { result?: { tools?: unknown } };
    return Array.isArray(result?.tools) ? result.tools.length : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

import { KEY_HEADER } from '../../service/contract/names.ts';
import { KEY_VARIABLE } from './commands.ts';

/** Configurations of the assistants that people use, to paste into their files. None holds a key: it is in the environment. */

/** Over HTTP to the service that runs, or as a command that the assistant starts. */
export type AssistantWay = 'http' | 'command';

export type AssistantClient = {
  id: string;
  name: string;
  /** Where the configuration goes. */
  file: string;
  /** The configuration by way; a client lacks a way that it cannot take. @param address of `/mcp`. @param command program and arguments. */
  http?: (address: string) => string;
  command?: (command: readonly string[]) => string;
};

/** Under this name VS Code keeps what it asked for. */
const VS_CODE_KEY = 'almanac-key';

/** Lists of words stay on one line. */
const json = (value: object) =>
  JSON.stringify(value, null, 2).replaceAll(/\[\s+"[^[\]{}]*"\s+\]/g, (words) =>
    words
      .replaceAll(/\s*\n\s*/g, ' ')
      .replace('[ ', '[')
      .replace(' ]', ']'),
  );
const started = ([command = '', ...args]: readonly string[], extra: object = {}) => ({
  ...extra,
  command,
  args,
});
const servers = (server: object) => json({ mcpServers: { almanac: server } });
const headers = (value: string) => ({ [KEY_HEADER]: value });

/** The commonest first. Each spells the environment's variable in its own way. */
export const CLIENTS: readonly AssistantClient[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    file: '.mcp.json of a project',
    http: (url) => servers({ type: 'http', url, headers: headers(`\${${KEY_VARIABLE}}`) }),
    command: (words) => servers(started(words)),
  },
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    file: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    command: (words) => servers(started(words)),
  },
  {
    id: 'cursor',
    name: 'Cursor',
    file: '~/.cursor/mcp.json',
    http: (url) => servers({ url, headers: headers(`\${env:${KEY_VARIABLE}}`) }),
    command: (words) => servers(started(words)),
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
    command: (words) => json({ servers: { almanac: started(words, { type: 'stdio' }) } }),
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
    command: (words) => servers(started(words)),
  },
];

/** @returns how many tools an answer of `/mcp` to `tools/list` names; `undefined` where it is no such answer. */
export function toolCount(body: string): number | undefined {
  // The protocol answers as JSON, or as one event with the JSON in its data.
  const text = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  try {
    const { result } = JSON.parse(text) as { result?: { tools?: unknown } };
    return Array.isArray(result?.tools) ? result.tools.length : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

import { tmpdir } from 'node:os';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ASSISTANTS as CLIENTS } from '../../renderer/access/client-programs.ts';
import { assistantCommand } from '../../service/app/access-handlers.ts';
import { dataFolder } from '../../service/process/data-folder.ts';
import { fillFolder, temporaryFolder, testApp } from '../api/folder.ts';
import { call, listening } from './client.ts';

type Server = { url?: string; httpUrl?: string; headers: Record<string, string> };

/** What a client reads of its configuration: address and headers, with the name of the variable for the key. */
function serverOf(text: string): Server {
  if (text.startsWith('[')) {
    const url = /^url = "(.*)"$/m.exec(text)?.[1] ?? '';
    const [, name = '', variable = ''] = /env_http_headers = \{ "(.*)" = "(.*)" \}/.exec(text) ?? [];
    return { url, headers: { [name]: variable } };
  }
  const read = JSON.parse(text) as { mcpServers?: { almanac: Server }; servers?: { almanac: Server } };
  const server = read.mcpServers?.almanac ?? read.servers?.almanac;
  if (!server) throw new Error('The configuration names no server.');
  return server;
}

describe('with the configuration of its card over HTTP', () => {
  test.each(CLIENTS.filter(({ http }) => http).map((one) => [one.name, one] as const))(
    '%s reaches Almanac once its variable has the key',
    async (_, { http }) => {
      const app = await testApp();
      const { url, httpUrl = url, headers } = serverOf(http?.(`${await listening(app)}/mcp`) ?? '');
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => {
          expect(value).toMatch(/^(\$\{?(env:)?)?ALMANAC_API_KEY\}?$|^\$\{input:[\w-]+\}$/);
          return [name, app.key];
        }),
      );
      const client = new Client({ name: 'test', version: '1' });
      onTestFinished(() => client.close());
      const address = new URL(httpUrl ?? '');
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers: sent } }));
      expect((await client.listTools()).tools).toHaveLength(7);
    },
  );
});

describe('with the configuration of its card as a command', () => {
  /** What a client reads: the program and its words. */
  const startedBy = (text: string): string[] => {
    if (!text.startsWith('[')) {
      const read = JSON.parse(text);
      const { command, args } = (read.mcpServers ?? read.servers).almanac;
      return [command, ...args];
    }
    const [, command = '', args = ''] = /^command = (.*)\nargs = (.*)$/m.exec(text) ?? [];
    return [JSON.parse(command), ...JSON.parse(args)];
  };

  test('an assistant starts what the app of this installation says, and is answered from its folder', async () => {
    const dataDir = temporaryFolder();
    fillFolder(dataDir);
    const command = assistantCommand(dataDir) ?? [];
    const read = CLIENTS.flatMap((one) => (one.command ? [startedBy(one.command(command))] : []));
    expect(read).toEqual(CLIENTS.filter((one) => one.command).map(() => command));
    const [program = '', ...args] = command;
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    // From another folder, and without the variables that npm sets.
    const transport = new StdioClientTransport({ command: program, args, cwd: tmpdir(), stderr: 'ignore' });
    await client.connect(transport, { timeout: 120_000 });
    const answer = await call(client, 'get_observations', {
      series: 'us_debt.debt_held_by_public',
      limit: 1,
    });
    expect(answer.structuredContent).toMatchObject({ total_rows: 40 });
  }, 150_000);

  test('the usual folder is not named, and a packaged app has no command', () => {
    expect(assistantCommand(dataFolder(undefined))).toHaveLength(4);
    expect(assistantCommand('/data', tmpdir())).toBeNull();
  });
});

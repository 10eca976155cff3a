import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLIENTS } from '../../renderer/access/assistants.ts';
import { testApp } from '../http/folder.ts';
import { listening } from './client.ts';

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

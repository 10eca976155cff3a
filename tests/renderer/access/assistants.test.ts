import { describe, expect, test } from 'vitest';
import { CLIENTS, FOLDER, toolCount } from '../../../renderer/access/assistants.ts';
import { COMMANDS } from '../../../service/cli/commands.ts';

describe('configurations of assistants', () => {
  const texts = CLIENTS.flatMap(({ name, http, command }) =>
    [http?.('http://127.0.0.1:4780/mcp'), command?.()].flatMap((text) =>
      text === undefined ? [] : [[name, text] as const],
    ),
  );

  test.each(texts.filter(([name]) => name !== 'Codex'))('%s: JSON, without a key', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text).not.toContain('alm_');
  });

  test.each(texts.filter(([name]) => name === 'Codex'))(
    '%s: lines of TOML, only their grammar',
    (_, text) => {
      const [table, ...lines] = text.split('\n');
      expect(table).toBe('[mcp_servers.almanac]');
      for (const line of lines)
        expect(line).toMatch(/^\w+ = ("[^"]*"|\[("[^"]*"(, )?)+\]|\{ "[^"]+" = "\w+" \})$/);
    },
  );

  test('the command is one of the command line, from the folder that the person names', () => {
    const commands = CLIENTS.map(({ command }) => command?.() ?? '');
    expect(commands.every((text) => text.includes(FOLDER) && text.includes('"almanac", "--", "mcp"'))).toBe(
      true,
    );
    expect(COMMANDS).toHaveProperty('mcp');
  });
});

test('the tools of an answer are counted, as JSON and as an event; anything else has none', () => {
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [{}, {}] } });
  expect(toolCount(answer)).toBe(2);
  expect(toolCount(`event: message\ndata: ${answer}\n\n`)).toBe(2);
  for (const other of ['', '{}', 'null', '{"detail":"Not Found"}', 'data: {', '{"result":{"tools":3}}'])
    expect(toolCount(other === 'null' ? '{"result":null}' : other)).toBeUndefined();
});

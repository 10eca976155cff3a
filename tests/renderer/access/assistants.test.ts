import { describe, expect, test } from 'vitest';
import { ASSISTANTS, toolCount } from '../../../renderer/access/client-programs.ts';

const COMMAND = ['/opt/a node', 'C:\\almanac\\launch.mjs', 'almanac', 'mcp', '--data-dir', '/data "here"'];

describe('configurations of assistants', () => {
  const texts = ASSISTANTS.flatMap(({ name, http, command }) =>
    [http?.('http://127.0.0.1:4780/mcp'), command?.(COMMAND)].flatMap((text) =>
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
        expect(line).toMatch(/^\w+ = ("[^"]*"|\[("([^"\\]|\\.)*"(, )?)+\]|\{ "[^"]+" = "\w+" \})$/);
    },
  );

  test('each starts the very command that it is given', () => {
    for (const { name, command } of ASSISTANTS) {
      const words = JSON.stringify(COMMAND.slice(1)).slice(1, -1).replaceAll(',', ', ');
      expect(command?.(COMMAND), name).toContain(`[${words}]`);
      expect(command?.(COMMAND), name).toContain(JSON.stringify(COMMAND[0]));
    }
  });
});

test('the tools of an answer are counted, as JSON and as an event; anything else has none', () => {
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [{}, {}] } });
  expect(toolCount(answer)).toBe(2);
  expect(toolCount(`event: message\ndata: ${answer}\n\n`)).toBe(2);
  for (const other of ['', '{}', 'null', '{"detail":"Not Found"}', 'data: {', '{"result":{"tools":3}}'])
    expect(toolCount(other === 'null' ? '{"result":null}' : other)).toBeUndefined();
});

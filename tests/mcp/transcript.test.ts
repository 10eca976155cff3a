import { rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { ANSWER_BYTES } from '../../service/contract/names.ts';
import { bytesOf } from '../../service/mcp/tool.ts';
import { expectWrittenAnswers } from '../support/written-answers.ts';
import { call, httpClient, listening, NOW, type Result, sampleApp, textOf } from './client.ts';

/** What people ask, over HTTP and on standard input and output, and the calls by which an assistant answers: transcript.md. */

/** @returns a client of the protocol on standard input and output, at the clock of these tests. */
async function stdioClient(dataDir: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [path.join(import.meta.dirname, 'stdio-at.ts'), dataDir, NOW];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

test('ten questions over both transports: the calls, their sizes and their answers are those of transcript.md', async () => {
  const app = await sampleApp();
  onTestFinished(async () => {
    await app.close();
    rmSync(app.folder, { recursive: true, force: true });
  });
  const url = await listening(app);
  const client = await httpClient(url, (await app.keys.create('assistant')).key);
  const started = await stdioClient(app.folder);
  await expectWrittenAnswers(path.join(import.meta.dirname, 'transcript.md'), async (asked) => {
    const [, name = '', args = ''] = /^(\w+) (.*)$/.exec(asked) ?? [];
    const answer = await call(client, name, JSON.parse(args));
    expect(bytesOf(answer)).toBeLessThanOrEqual(ANSWER_BYTES);
    // The port is another one each time.
    const told: Result = JSON.parse(JSON.stringify(answer).replaceAll(url, 'http://127.0.0.1:4780'));
    // Over standard input and output the very same.
    expect(await call(started, name, JSON.parse(args))).toEqual(told);
    return [`${bytesOf(told)} bytes`, textOf(told)];
  });
});

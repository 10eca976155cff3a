import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ComposedApp, composeApp } from '../../service/compose-app.ts';
import { FORMAT_NAMES } from '../../service/contract/table-formats.ts';
import { type Dataset, findDataset } from '../../service/datasets/index.ts';
import { integrityOf, openReader, type Reader } from '../../service/store/index.ts';
import { exportToFile } from '../../service/tables/index.ts';
import { CREDENTIAL, DEBT, DEBT_CODES, publish } from '../api/folder.ts';
import { largeFolder } from './damage.ts';

/** Answers with missing rows are refused. Rows that are added while an answer is read are not damage. */

const { newFolder, withGap } = largeFolder('answers');

async function listening(dataDir: string): Promise<{ app: ComposedApp; port: number; logs: string[] }> {
  const logs: string[] = [];
  const app = await composeApp({
    ...{ dataDir, port: 0, pageSize: 5000, sample: false, internalCredential: CREDENTIAL },
    ...{ now: () => new Date('2026-11-20T12:00:00Z'), log: (line: string) => logs.push(line) },
  });
  onTestFinished(() => app.close());
  const port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port);
  app.answerOn(port);
  return { app, port, logs };
}

const RANGE = 'date_from=1970-01-01&date_to=2025-12-31';
const PATH = `/api/v1/economic-data/us_debt?${RANGE}&series=${DEBT_CODES.join(',')}&format=csv`;
const AUTHORIZED = { authorization: `Bearer ${CREDENTIAL}` };

describe('an answer with missing rows', () => {
  test('that has not begun becomes a 503, with the reason in the log, and the damage is noted', async () => {
    const dataDir = withGap();
    const { port, logs } = await listening(dataDir);
    expect(integrityOf(dataDir).damage).toBeNull();
    const path = PATH.replace('1970-01-01', '2011-01-20').replace('2025-12-31', '2011-02-20');
    for (const target of [
      path,
      path.replace('&format=csv', ''),
      path.replace('=csv', '=parquet'),
      `${path}&frequency=m`,
      `${path}&as_of=2026-02-01`,
      `${path}&as_of=2026-02-01&frequency=m`,
    ]) {
      const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers: AUTHORIZED });
      expect([answer.status, await answer.json()]).toEqual([503, { detail: 'Service Unavailable' }]);
      // The refusal is not sent as a file.
      expect(answer.headers.get('content-disposition')).toBeNull();
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.headers.get('retry-after')).not.toBeNull();
    }
    expect(logs.join('\n')).toMatch(/data\.sqlite is damaged \(\d+ rows/);
    expect(integrityOf(dataDir).damage?.message).toMatch(
      /data\.sqlite is damaged \(\d+ rows.*Restore a back-up/,
    );
  });

  test.each(['1.0', '1.1'])('that has begun is reset, with HTTP/%s', async (version) => {
    const { port, logs } = await listening(withGap());
    const socket = net.connect(port, '127.0.0.1');
    const head = `GET ${PATH} HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${CREDENTIAL}\r\n\r\n`;
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    const end = new Promise<string>((resolve) => {
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      socket.on('end', () => resolve('ended as if it were whole'));
    });
    socket.write(head);
    expect(await end).toBe('ECONNRESET');
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(logs.join('\n')).toMatch(/CSV broken off: .*data\.sqlite is damaged/);
  });
});

test('while data are published, answers are whole or fail visibly, and nothing is taken for damage', {
  timeout: 60_000,
  tags: 'soak',
}, async () => {
  const dataDir = newFolder();
  publish(dataDir, 'us_debt', DEBT);
  publish(dataDir, 'yields', [{ code: 'US2Y', date: '2024-01-02', value: '4.1' }]);
  const { port, logs } = await listening(dataDir);
  const grower = spawn(process.execPath, [path.join(import.meta.dirname, 'grow-loop.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void grower.kill('SIGKILL'));
  let published = 0;
  grower.stdout.on('data', (bytes: Buffer) => {
    published += bytes.length / 2;
  });
  await once(grower.stdout, 'data');
  /** @returns the status, and the rows received and announced; `rows` is absent if the answer broke off. */
  const ask = async (target: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, { headers: AUTHORIZED });
    const text = await answer.text().catch(() => undefined);
    const told = answer.headers.get('x-total-count');
    const rows = text === undefined ? undefined : text.split('\n').length - 2;
    return { status: answer.status, rows, told: told === null ? rows : Number(told) };
  };
  const reader = openReader(dataDir);
  onTestFinished(() => reader.close());
  const context = debtExport(reader);
  let whole = 0;
  for (let asked = 0; asked < 40 || published < 60; asked++) {
    const kinds = [
      PATH,
      PATH.replace('&format=csv', ''),
      `${PATH}&frequency=m`,
      '/yields/series=US2Y,US10Y?format=csv',
    ];
    const { status, rows, told } = await ask(kinds[asked % 4] as string);
    expect([200, 503]).toContain(status);
    if (status === 200 && rows !== undefined) {
      expect(rows).toBe(told);
      whole += 1;
    }
    await exportToFile(context, 'csv', path.join(dataDir, 'out.csv')).then(
      () => undefined,
      (error: unknown) => expect(error).toMatchObject({ code: 'folder_in_use' }),
    );
  }
  expect(whole).toBeGreaterThan(10);
  expect(logs.filter((line) => line.includes('damaged'))).toEqual([]);
  expect(integrityOf(dataDir)).toEqual({ checked_at: null, damage: null });
});

/** A folder with two years of rows; the first `grow` publishes one more row. */
function growing(): { dataDir: string; grow(): void } {
  const dataDir = newFolder();
  publish(dataDir, 'us_debt', DEBT);
  let left = 1;
  return {
    dataDir,
    grow() {
      if (left-- <= 0) return;
      const row = { code: 'debt_held_by_public', date: '2023-01-03', value: '1.5' };
      publish(dataDir, 'us_debt', [row], 'file', '2026-11-20T13:00:00.000Z');
    },
  };
}

const debtExport = (reader: Reader) => ({
  ...{ reader, selection: { dataset: findDataset('us_debt') as Dataset, codes: DEBT_CODES } },
  ...{ origin: undefined, created: new Date(), version: '0' },
});

describe('a publish between the count and the rows', () => {
  test('is never taken for damage, and never left out of the answer', async () => {
    const { dataDir, grow } = growing();
    const { app, port } = await listening(dataDir);
    const { countObservations } = app.reader;
    app.reader.countObservations = (selection) => {
      const count = countObservations(selection);
      grow();
      return count;
    };
    const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: AUTHORIZED });
    expect(answer.status).toBe(503);
    expect(integrityOf(dataDir).damage).toBeNull();
    const again = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: AUTHORIZED });
    expect((await again.text()).split('\n').length - 2).toBe(DEBT.length + 1);
  });

  test('makes an export begin again', async () => {
    const { dataDir, grow } = growing();
    const reader = openReader(dataDir);
    onTestFinished(() => reader.close());
    const countObservations: Reader['countObservations'] = (selection) => {
      const count = reader.countObservations(selection);
      grow();
      return count;
    };
    const context = debtExport({ ...reader, countObservations });
    const { rows } = await exportToFile(context, 'csv', path.join(dataDir, 'out.csv'));
    expect(rows).toBe(DEBT.length + 1);
    expect(integrityOf(dataDir).damage).toBeNull();
  });
});

describe('fewer rows than were counted', () => {
  /** Like damage that no single page shows: the rows end too early, and the reader announces no more. */
  const tooEarly =
    ({ observations }: Reader): Reader['observations'] =>
    (selection, page) => ({ ...observations(selection, { ...page, limit: 7 }), more: false });

  test('break off an answer', async () => {
    const dataDir = newFolder();
    publish(dataDir, 'us_debt', DEBT);
    const { app, port } = await listening(dataDir);
    app.reader.observations = tooEarly({ ...app.reader });
    const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: AUTHORIZED });
    expect(answer.status).toBe(503);
    expect(integrityOf(dataDir).damage?.message).toContain(
      '7 rows of us_debt were read where 120 are counted',
    );
  });

  test.each(FORMAT_NAMES)('leave nothing of an export as %s', async (format) => {
    const dataDir = newFolder();
    publish(dataDir, 'us_debt', DEBT);
    const reader = openReader(dataDir);
    onTestFinished(() => reader.close());
    const context = debtExport({ ...reader, observations: tooEarly(reader) });
    const folder = newFolder();
    await expect(exportToFile(context, format, path.join(folder, 'out'))).rejects.toMatchObject({
      code: 'broken_data_file',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

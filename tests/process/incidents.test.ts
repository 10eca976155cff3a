import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeAskedSample } from '../../service/calls/create-calls.ts';
import { composeApp } from '../../service/compose-app.ts';
import {
  damagedFile,
  dismissIncident,
  hasLostData,
  incidentLine,
  incidentsOf,
  noteRemoved,
  noteRescue,
  openIncidents,
} from '../../service/process/incidents.ts';
import { setAside } from '../../service/store/index.ts';

const AT = new Date('2026-11-22T12:00:00.000Z');
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-incidents-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

function damage(file: 'data.sqlite' | 'keys.sqlite' | 'work.sqlite', at = AT): string {
  const target = path.join(dataDir, file);
  writeFileSync(target, 'damaged');
  writeFileSync(`${target}-wal`, 'log');
  return setAside(target, at);
}

describe('incidents', () => {
  test('a damaged file that was set aside is an incident; its log and other files are not', () => {
    const data = damage('data.sqlite');
    const keys = damage('keys.sqlite', new Date('2026-11-22T12:00:01.000Z'));
    const again = damage('data.sqlite');
    const work = damage('work.sqlite', new Date('2026-11-22T12:00:02.000Z'));
    for (const other of ['data.sqlite', 'data.sqlite.broken-yesterday', 'notes.broken-2026-11-22T12-00-00Z'])
      writeFileSync(path.join(dataDir, other), '');
    const common = { kind: 'damaged', is_dismissed: false, rescue: null };
    expect(incidentsOf(dataDir)).toEqual([
      { ...common, id: path.basename(work), what: 'work', at: '2026-11-22T12:00:02.000Z', file: work },
      { ...common, id: path.basename(keys), what: 'keys', at: '2026-11-22T12:00:01.000Z', file: keys },
      { ...common, id: path.basename(again), what: 'data', at: AT.toISOString(), file: again },
      { ...common, id: path.basename(data), what: 'data', at: AT.toISOString(), file: data },
    ]);
  });

  test('a dismissal concerns one incident for good, and no future incident', () => {
    const data = path.basename(damage('data.sqlite'));
    const keys = path.basename(damage('keys.sqlite'));
    dismissIncident(dataDir, 'data.sqlite.broken-2026-11-23T12-00-00Z');
    dismissIncident(dataDir, keys);
    expect(openIncidents(dataDir).map(({ id }) => id)).toEqual([data]);
    damage('data.sqlite', new Date('2026-11-23T12:00:00.000Z'));
    expect(openIncidents(dataDir)).toHaveLength(2);
    // Dismissed incidents still show that data were lost here, so an empty folder is not a first start.
    for (const { id } of openIncidents(dataDir)) dismissIncident(dataDir, id);
    expect([openIncidents(dataDir), hasLostData(dataDir)]).toEqual([[], true]);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.draft'))).toEqual([]);
  });

  test.each(['', '{', '[]', 'null', '{"removed":[{}],"dismissed":[],"rescues":{}}', '{"dismissed":[7]}'])(
    'with an unreadable record (%s) dismissed incidents are shown again, and none is hidden',
    (text) => {
      const id = path.basename(damage('data.sqlite'));
      dismissIncident(dataDir, id);
      writeFileSync(path.join(dataDir, 'incidents.json'), text);
      expect(openIncidents(dataDir).map((one) => one.id)).toEqual([id]);
      noteRemoved(dataDir, 'keys', AT);
      expect(openIncidents(dataDir)).toHaveLength(2);
      expect(JSON.parse(readFileSync(path.join(dataDir, 'incidents.json'), 'utf8')).removed).toHaveLength(1);
    },
  );

  test('a rescue is recorded with its file; only a damaged data file can be rescued', () => {
    const data = damage('data.sqlite');
    const keys = damage('keys.sqlite');
    const rescue = {
      at: AT.toISOString(),
      file: path.basename(data),
      datasets: [],
      notes: [],
    };
    noteRescue(dataDir, rescue);
    noteRescue(dataDir, { ...rescue, file: 'elsewhere.sqlite' });
    expect(incidentsOf(dataDir).map((one) => one.rescue)).toEqual([null, rescue]);
    expect(damagedFile(dataDir, path.basename(data))).toBe(data);
    for (const id of [path.basename(keys), '../data.sqlite', 'data.sqlite', ''])
      expect(() => damagedFile(dataDir, id)).toThrow(expect.objectContaining({ code: 'invalid_file' }));
  });

  test('each incident has one line that says what to do', () => {
    const data = damage('data.sqlite');
    damage('keys.sqlite');
    noteRemoved(dataDir, 'data', AT);
    const lines = incidentsOf(dataDir).map((incident) => incidentLine(incident, dataDir));
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
    expect(lines.find((line) => line.endsWith(`rescue ${data} --data-dir ${dataDir}`))).toMatch(
      /damaged.*Restore a back-up, or refresh/,
    );
    expect(lines.find((line) => line.startsWith('keys.sqlite'))).toMatch(
      /no longer work\. Make new ones: .*almanac.* keys create --label L --data-dir /,
    );
    expect(lines.find((line) => line.includes('removed or replaced'))).toMatch(
      /2026-11-22 12:00 UTC.*Restore a back-up/,
    );
  });

  test('a missing folder has no incidents', () => {
    expect(incidentsOf(path.join(dataDir, 'none'))).toEqual([]);
    mkdirSync(path.join(dataDir, 'empty'));
    expect(hasLostData(path.join(dataDir, 'empty'))).toBe(false);
  });
});

describe('after damage', () => {
  const start = async (logs: string[] = []) => {
    const app = await composeApp({
      dataDir,
      port: 80,
      pageSize: 100,
      sample: true,
      now: () => AT,
      log: (line) => logs.push(line),
    });
    onTestFinished(() => app.close());
    return app;
  };

  test('no sample data replace lost data, now or later; the log reports the loss until it is dismissed', async () => {
    writeFileSync(path.join(dataDir, 'data.sqlite'), 'this is no database'.repeat(100));
    const logs: string[] = [];
    const first = await start(logs);
    expect(first.reader.holdings()).toEqual([]);
    expect(logs.join('\n')).toContain('data.sqlite was damaged and set aside');
    await expect(makeAskedSample({ dataDir, now: () => AT })).rejects.toMatchObject({
      code: 'wrong_usage',
      message: expect.stringMatching(/no sample data .* dismiss the notice first/),
    });
    await first.close();
    const [incident] = openIncidents(dataDir);
    dismissIncident(dataDir, incident?.id ?? '');
    const later: string[] = [];
    const second = await start(later);
    expect(second.reader.holdings()).toEqual([]);
    expect(later).toEqual([]);
    // After a person has dismissed the notice, they can request sample data.
    expect(await makeAskedSample({ dataDir, now: () => AT })).toBe(9);
  });

  test('if only the keys were damaged, a first start makes sample data', async () => {
    writeFileSync(path.join(dataDir, 'keys.sqlite'), 'no keys'.repeat(100));
    const app = await start();
    expect(app.reader.holdings()).toHaveLength(9);
    expect(openIncidents(dataDir)).toMatchObject([{ what: 'keys' }]);
  });
});

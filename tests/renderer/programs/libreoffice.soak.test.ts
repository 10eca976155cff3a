import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { KEY_PLACE, libreOfficeAddress } from '../../../renderer/programs/programs.ts';
import { serviceWithKey } from '../take-away/real-service.ts';
import { has, run } from './find-programs.ts';

it('LibreOffice reads the address of its card, and gets dates and numbers, not texts', async ({ skip }) => {
  skip(
    !(await has('soffice')),
    'there is no LibreOffice on this machine (apt install libreoffice-calc-nogui)',
  );
  const service = await serviceWithKey(1000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-office-'));
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const view = { series: 'jolts.quits_rate_sa,yields.US10Y:m', range: '5Y' };
  const address = libreOfficeAddress(view, service.baseUrl).trim().replace(KEY_PLACE, service.key);
  const csv = await (await fetch(address)).text();
  // The choices that the card names: comma, quote, UTF-8, from the first line, and English (USA).
  const filter = 'Text - txt - csv (StarCalc):44,34,76,1,,1033';
  await run(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      `--infilter=${filter}`,
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      address,
    ],
    { env: { ...process.env, no_proxy: '127.0.0.1' } },
  );
  const { readdirSync } = await import('node:fs');
  const [made = ''] = readdirSync(folder).filter((name) => name.endsWith('.fods'));
  const sheet = readFileSync(path.join(folder, made), 'utf8');
  const lines = csv.trim().split(/\r?\n/).slice(1);
  expect(sheet.match(/office:value-type="date"/g)).toHaveLength(lines.length);
  const values = lines.flatMap((line) => line.split(',').slice(1).filter(Boolean));
  const read = [...sheet.matchAll(/office:value-type="float" office:value="([^"]+)"/g)].map(([, value]) =>
    Number(value),
  );
  expect(read).toEqual(values.map(Number));
}, 240_000);

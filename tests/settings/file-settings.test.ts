import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FILE_SETTINGS } from '../../service/contract/settings.ts';
import { checkedFileValues, readFileSettings } from '../../service/settings/index.ts';

const DEFAULTS = Object.fromEntries(Object.entries(FILE_SETTINGS).map(([name, row]) => [name, row.default]));

function folderWith(text?: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-file-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (text !== undefined) writeFileSync(path.join(folder, 'settings.json'), text);
  return folder;
}

it('reads what is right, and the default of what is absent or wrong', () => {
  expect(readFileSettings(folderWith(), {})).toEqual(DEFAULTS);
  expect(readFileSettings(folderWith('{ broken'), {})).toEqual(DEFAULTS);
  expect(readFileSettings(folderWith('{"port": 5000, "page_size": "many", "other": 1}'))).toEqual({
    ...DEFAULTS,
    port: 5000,
  });
});

it('ALMANAC_PORT stands for the usual port, and is refused where it is none', () => {
  const portWith = (text: string, file?: string) =>
    readFileSettings(folderWith(file), { ALMANAC_PORT: text }).port;
  expect(portWith('4999')).toBe(4999);
  expect(portWith('0')).toBe(0);
  expect(portWith('4999', '{"port": 5000}')).toBe(5000);
  for (const wrong of ['65536', '-1', 'many'])
    expect(() => portWith(wrong)).toThrow(`ALMANAC_PORT ${wrong} is not a whole number from 0 to 65535.`);
});

it('null stands for the default; an unknown name and a wrong value are said, with what would be right', () => {
  expect(checkedFileValues({ port: 5000, page_size: null })).toEqual({ port: 5000, page_size: 5000 });
  expect(() => checkedFileValues({ prot: 5000 })).toThrow("There is no setting 'prot'.");
  expect(() => checkedFileValues({ port: 0 })).toThrow('it is a whole number from 1 to 65535.');
});

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataFolder, type Surroundings } from '../../service/process/data-folder.ts';

const linux: Surroundings = { platform: 'linux', environment: {}, home: '/home/ada' };

describe('the data folder', () => {
  test('is the application-data folder of the platform', () => {
    expect(dataFolder(undefined, linux)).toBe('/home/ada/.local/share/Almanac');
    expect(dataFolder(undefined, { ...linux, platform: 'darwin', home: '/Users/ada' })).toBe(
      '/Users/ada/Library/Application Support/Almanac',
    );
    expect(
      dataFolder(undefined, {
        platform: 'win32',
        environment: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
        home: 'C:\\Users\\ada',
      }),
    ).toBe('C:\\Users\\ada\\AppData\\Roaming\\Almanac');
    expect(dataFolder(undefined, { platform: 'win32', environment: {}, home: 'C:\\Users\\ada' })).toBe(
      'C:\\Users\\ada\\AppData\\Roaming\\Almanac',
    );
  });

  test('follows XDG_DATA_HOME only if it is absolute', () => {
    expect(dataFolder(undefined, { ...linux, environment: { XDG_DATA_HOME: '/data' } })).toBe(
      '/data/Almanac',
    );
    for (const ignored of ['', 'relative/folder']) {
      expect(dataFolder(undefined, { ...linux, environment: { XDG_DATA_HOME: ignored } })).toBe(
        '/home/ada/.local/share/Almanac',
      );
    }
  });

  test('is the explicit folder, otherwise ALMANAC_DATA_DIR, otherwise the platform’s default', () => {
    const set = { ...linux, environment: { ALMANAC_DATA_DIR: '/from/environment', XDG_DATA_HOME: '/data' } };
    expect(dataFolder(undefined, set)).toBe('/from/environment');
    expect(dataFolder('/asked/for', set)).toBe('/asked/for');
    expect(dataFolder('', set)).toBe('/from/environment');
  });

  test('is absolute', () => {
    expect(dataFolder('here', linux)).toBe(path.posix.resolve('here'));
  });
});

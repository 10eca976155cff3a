import path from 'node:path';
import { expect, test } from 'vitest';
import { parseLaunchArguments } from '../../electron/desktop/before-ready/index.ts';

test('our own arguments are found among those of Electron, Chromium and Node', () => {
  const words = [
    '--inspect=0',
    '--remote-debugging-port=0',
    '--user-data-dir=/tmp/x',
    '--data-dir',
    'here',
    '--service-port=4999',
    '--port',
    '0',
    '--no-sample',
    '--no-open',
    '--page-size',
    '100',
    'almanac://view?range=1Y',
    '--original-process-start-time=1',
  ];
  expect(parseLaunchArguments(words)).toEqual({
    dataDir: path.resolve('here'),
    port: 0,
    servicePort: 4999,
    pageSize: 100,
    sample: false,
    view: '/explore?range=1Y',
  });
  expect(parseLaunchArguments([])).toEqual({
    dataDir: undefined,
    port: undefined,
    servicePort: undefined,
    pageSize: 5_000,
    sample: true,
    view: undefined,
  });
});

test.each([
  [['--data-dir'], '--data-dir'],
  [['--data-dir', ''], '--data-dir'],
  [['--service-port', '70000'], '70000'],
  [['--service-port', '4e3'], '4e3'],
  [['--port', '70000'], '70000'],
  [['--page-size', '0'], '--page-size'],
])('%j is refused by name', (words, said) => {
  expect(() => parseLaunchArguments(words)).toThrow(said);
});

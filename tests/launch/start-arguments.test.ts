import { expect, test } from 'vitest';
import { parseStartArguments, USAGE } from '../../electron/start-arguments.mjs';
import { DEFAULT_PORT } from '../../service/contract/names.ts';

test('without arguments: the last port for the page, or any, that of the settings for the API, sample data, a browser', () => {
  expect(parseStartArguments([])).toEqual({
    help: false,
    dataDir: undefined,
    port: undefined,
    servicePort: undefined,
    pageSize: 5_000,
    sample: true,
    open: true,
    endAfter: 10,
    background: false,
    rendererDir: undefined,
    forPage: [],
  });
});

test('arguments are read correctly', () => {
  const wanted = parseStartArguments(
    '--data-dir /tmp/a --port 8080 --service-port=0 --page-size 10 --no-sample --no-open'.split(' '),
  );
  expect(wanted).toMatchObject({ dataDir: '/tmp/a', port: 8080, servicePort: 0 });
  expect(wanted).toMatchObject({ pageSize: 10, sample: false, open: false });
  expect(parseStartArguments(['--end-after', '0.5'])).toMatchObject({ endAfter: 0.5 });
  expect(parseStartArguments(['--stay', '--background'])).toMatchObject({
    endAfter: undefined,
    background: true,
  });
});

test.each([
  [['--port', 'x'], /--port x is not a whole number from 0 to 65535/],
  [['--port', '65536'], /--port 65536/],
  [['--page-size', '0'], /--page-size 0 is not a whole number from 1 to 5000/],
  [['--port=-1'], /--port -1/],
  [['--end-after', '0'], /--end-after 0 is not a number of minutes/],
  [['--end-after', '1e3'], /--end-after 1e3/],
  [['--stay', '--end-after', '5'], /--stay and --end-after exclude each other/],
  [['--colour'], /--colour/],
  [['extra'], /extra/],
  [['--data-dir'], /--data-dir/],
  [['--data-dir='], /--data-dir is empty/],
])('%j is wrong usage', (words, message) => {
  expect(() => parseStartArguments(words)).toThrow(
    expect.objectContaining({ status: 2, message: expect.stringMatching(message) }),
  );
});

test('the help names every option, and the usual port', () => {
  for (const [, name] of USAGE.matchAll(/--([a-z]+(?:-[a-z]+)*)/g))
    expect(() => parseStartArguments([`--${name}`])).not.toThrow(/Unknown option/);
  expect(USAGE).toContain(`else ${DEFAULT_PORT};`);
});

test('a link is for a window, and options of a page do nothing there', () => {
  const words = ['--port', '80', 'almanac://view?range=1Y', '--stay', '--no-sample'];
  expect(parseStartArguments(words, { links: true }).forPage).toEqual(['--port', '--stay']);
  expect(() => parseStartArguments(words)).toThrow('almanac://view');
});

import { expect, test } from 'vitest';
import { parseStartArguments, USAGE } from '../../electron/start-arguments.mjs';
import { DEFAULT_PAGE_PORT, DEFAULT_PORT } from '../../service/contract/names.ts';

test('the defaults are the usual port for the page, the API port of the settings, sample data and a browser', () => {
  expect(parseStartArguments([])).toEqual({
    help: false,
    dataDir: undefined,
    port: undefined,
    servicePort: undefined,
    pageSize: 5_000,
    sample: true,
    open: true,
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
});

test.each([
  [['--port', 'x'], /--port x is not a whole number from 0 to 65535/],
  [['--port', '65536'], /--port 65536/],
  [['--page-size', '0'], /--page-size 0 is not a whole number from 1 to 5000/],
  [['--port=-1'], /--port -1/],
  // Browser mode has no background option: it ends by Ctrl-C, by the command stop, or in the page.
  [['--background'], /--background/],
  [['--colour'], /--colour/],
  [['extra'], /extra/],
  [['--data-dir'], /--data-dir/],
  [['--data-dir='], /--data-dir is empty/],
])('%j is wrong usage', (words, message) => {
  expect(() => parseStartArguments(words)).toThrow(
    expect.objectContaining({ status: 2, message: expect.stringMatching(message) }),
  );
});

test('the help names only existing options, and the usual ports', () => {
  for (const [, name] of USAGE.matchAll(/--([a-z]+(?:-[a-z]+)*)/g))
    expect(() => parseStartArguments([`--${name}`])).not.toThrow(/Unknown option/);
  expect(USAGE).toContain(`else ${DEFAULT_PORT};`);
  expect(USAGE).toContain(`else ${DEFAULT_PAGE_PORT};`);
});

test('a link needs a window, where options for a browser page have no effect', () => {
  const words = ['--port', '80', 'almanac://view?range=1Y', '--no-open', '--no-sample'];
  expect(parseStartArguments(words, { links: true }).forPage).toEqual(['--no-open']);
  expect(() => parseStartArguments(words)).toThrow('almanac://view');
});

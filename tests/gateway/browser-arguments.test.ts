import { expect, test } from 'vitest';
import { parseBrowserArguments } from '../../electron/browser/arguments.ts';
import { hasDisplay, redirectPage } from '../../electron/browser/open-browser.ts';

test('without arguments: the last port for the page, or any, 4780 or a free one for the API, sample data, a browser', () => {
  expect(parseBrowserArguments([])).toEqual({
    help: false,
    dataDir: undefined,
    port: undefined,
    servicePort: 4780,
    isServicePortFixed: false,
    pageSize: 5_000,
    sample: true,
    open: true,
    endAfter: 10,
    background: false,
    rendererDir: undefined,
  });
});

test('arguments are read correctly', () => {
  const wanted = parseBrowserArguments(
    '--data-dir /tmp/a --port 8080 --service-port=0 --page-size 10 --no-sample --no-open'.split(' '),
  );
  expect(wanted).toMatchObject({ dataDir: '/tmp/a', port: 8080, servicePort: 0, isServicePortFixed: true });
  expect(wanted).toMatchObject({ pageSize: 10, sample: false, open: false });
  expect(parseBrowserArguments(['--end-after', '0.5'])).toMatchObject({ endAfter: 0.5 });
  expect(parseBrowserArguments(['--stay', '--background'])).toMatchObject({
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
  expect(() => parseBrowserArguments(words)).toThrow(
    expect.objectContaining({ code: 'wrong_usage', message: expect.stringMatching(message) }),
  );
});

test('a browser is opened only where there is a display', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
});

test('the redirecting page holds only the address', () => {
  expect(redirectPage('http://127.0.0.1:1/#t=abc')).toContain('content="0; url=http://127.0.0.1:1/#t=abc"');
});

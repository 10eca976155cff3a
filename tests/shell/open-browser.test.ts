import { expect, test } from 'vitest';
import { canShowBrowser, redirectPage } from '../../electron/open-browser.ts';

test('a browser is opened only where there is a display', () => {
  expect(canShowBrowser('linux', {})).toBe(false);
  expect(canShowBrowser('linux', { DISPLAY: ':0' })).toBe(true);
  expect(canShowBrowser('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(canShowBrowser('darwin', {})).toBe(true);
});

test('the redirecting page holds only the address', () => {
  expect(redirectPage('http://127.0.0.1:1/#t=abc')).toContain('content="0; url=http://127.0.0.1:1/#t=abc"');
});

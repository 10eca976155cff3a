import { expect, test } from 'vitest';
import { hasDisplay, redirectPage } from '../../electron/open-browser.ts';

test('a browser is opened only where there is a display', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
});

test('the redirecting page holds only the address', () => {
  expect(redirectPage('http://127.0.0.1:1/#t=abc')).toContain('content="0; url=http://127.0.0.1:1/#t=abc"');
});

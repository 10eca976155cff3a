import { expect, test } from 'vitest';
import { answerScheme, CRASH_PAGE, refuseFiles } from '../../electron/desktop/index.ts';
import { type Gateway, json } from '../../electron/gateway/index.ts';

/** A request as Electron gives it to the scheme's handler. */
function asked(address: string, initiatorOrigin?: string): Request {
  const request = new Request(address);
  return initiatorOrigin === undefined ? request : Object.assign(request, { initiatorOrigin });
}

function open(gateway: Gateway = async () => json(200, { fine: true })) {
  const lines: string[] = [];
  return { answer: answerScheme(gateway, (line) => lines.push(line)), lines };
}

test.each([
  ['the page’s own request', 'app://bundle/host/state', 'app://bundle', 200],
  ['the window itself', 'app://bundle/', undefined, 200],
  ['a page of another origin', 'app://bundle/host/state', 'https://evil.test', 403],
  ['an opaque origin', 'app://bundle/host/state', 'null', 403],
  ['another host of the scheme', 'app://evil/', 'app://bundle', 403],
  ['another host, from the window', 'app://evil/', undefined, 403],
])('%s is answered %s from %s with %i', async (_, address, initiator, status) => {
  const { answer } = open();
  expect((await answer(asked(address, initiator))).status).toBe(status);
});

test('every answer has a policy and the other headers, error answers too', async () => {
  const failing = open(() => Promise.reject(new Error('broken inside')));
  const answers = [
    await open().answer(asked('app://bundle/x')),
    await open().answer(asked('app://evil/')),
    await open().answer(asked(`app://bundle${CRASH_PAGE}`)),
    await failing.answer(asked('app://bundle/x')),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 500]);
  for (const { headers } of answers) {
    expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  }
  expect(await answers[3]?.text()).not.toContain('broken inside');
  expect(failing.lines.join()).toContain('broken inside');
});

test('the crash page runs no script and needs no file of the bundle', async () => {
  const answer = await open().answer(asked(`app://bundle${CRASH_PAGE}`));
  const html = await answer.text();
  expect(html).not.toMatch(/<script|src=|<link/);
  expect(answer.headers.get('Content-Security-Policy')).not.toContain('unsafe');
});

test('file addresses are refused', () => {
  expect(refuseFiles().type).toBe('error');
});

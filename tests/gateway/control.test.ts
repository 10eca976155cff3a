import { expect, test, vi } from 'vitest';
import { createControl } from '../../electron/browser/control.ts';
import { guardGateway } from '../../electron/browser/guard.ts';
import { createLogin } from '../../electron/browser/login.ts';

const HOST = '127.0.0.1:5173';

function controlled() {
  const stop = vi.fn();
  const control = createControl({ state: () => ({ clients: 2 }), open: () => 'http://x/#t=1', stop });
  const login = createLogin(() => 0);
  const gate = guardGateway(
    () => Promise.resolve(new Response('passed')),
    login,
    () => 5173,
    control,
  );
  const ask = (action: string, headers: Record<string, string> = {}, method = 'POST') =>
    gate(new Request(`http://${HOST}/control/${action}`, { method, headers: { Host: HOST, ...headers } }));
  return { ask, stop, login, secret: { Authorization: `Bearer ${control.secret}` } };
}

test('with the secret of the runtime file one can ask for the state, a fresh address and the end', async () => {
  const { ask, stop, secret } = controlled();
  expect(await (await ask('state', secret)).json()).toEqual({ clients: 2 });
  expect(await (await ask('open', secret)).json()).toEqual({ address: 'http://x/#t=1' });
  expect(stop).not.toHaveBeenCalled();
  expect((await ask('stop', secret)).status).toBe(202);
  expect(stop).toHaveBeenCalledOnce();
  expect((await ask('other', secret)).status).toBe(404);
  expect((await ask('state', secret, 'GET')).status).toBe(405);
});

test('nobody else can: not without the secret, not with a bearer of the page, and no page of another origin even with it', async () => {
  const { ask, stop, login, secret } = controlled();
  const bearer = login.exchange(login.issueToken());
  const tries: Record<string, string>[] = [
    {},
    { Authorization: 'Bearer ' },
    { Authorization: `Bearer ${bearer}` },
    { Authorization: `${secret.Authorization}x` },
    { ...secret, Origin: 'http://127.0.0.1:80' },
    { ...secret, 'Sec-Fetch-Site': 'same-site' },
    { ...secret, Host: 'evil.test:5173' },
  ];
  for (const headers of tries) {
    for (const action of ['state', 'open', 'stop', 'other']) {
      expect([401, 403, 421]).toContain((await ask(action, headers)).status);
    }
  }
  expect(stop).not.toHaveBeenCalled();
});

test('a host that replaces another one knows its sessions, but nobody can sign in with their hashes', () => {
  const [before, after] = [createLogin(() => 0), createLogin(() => 0)];
  const bearer = before.exchange(before.issueToken()) ?? '';
  expect(after.knows(bearer)).toBe(false);
  after.resume(before.sessions());
  expect(after.knows(bearer)).toBe(true);
  expect(before.sessions().some((session) => after.knows(session))).toBe(false);
  expect([before.signIns(), after.signIns()]).toEqual([1, 0]);
});

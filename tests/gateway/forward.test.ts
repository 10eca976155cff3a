import { expect, onTestFinished, test } from 'vitest';
import { forward } from '../../electron/gateway/forward.ts';
import { standInUpstream } from './stand-in-upstream.ts';

test('a redirection of what answers on the port is passed on, never followed with the host’s credential', async () => {
  const seen: (string | undefined)[] = [];
  const elsewhere = await standInUpstream((request, response) => {
    seen.push(request.headers.authorization);
    response.end('elsewhere');
  });
  onTestFinished(elsewhere.close);
  const upstream = await standInUpstream((_, response) => {
    response.writeHead(302, { Location: `http://127.0.0.1:${elsewhere.supervisor.status().port}/` });
    response.end();
  });
  onTestFinished(upstream.close);
  const target = '/api/v1/economic-data/us_debt';
  const way = { supervisor: upstream.supervisor, credential: 'internal', fetch, waitMs: 1_000 };
  const answer = await forward(new Request(`http://app${target}`), target, way);
  expect([answer.status, await answer.text(), seen]).toEqual([302, '', []]);
});

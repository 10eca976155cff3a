import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  type HttpClient,
  type PublisherRequest,
  sendFollowing,
} from '../../../service/ingest/fetch/http-client.ts';

const ROUTE = { mirror: undefined, hosts: ['oui.doleta.gov'] };
const FORM: PublisherRequest = {
  method: 'POST',
  headers: {},
  body: 'level=us',
  signal: new AbortController().signal,
};

/** A client that is redirected once, and the requests that it got. */
function redirectedBy(status: number) {
  const asked: { url: string; ask: PublisherRequest }[] = [];
  const send: HttpClient['send'] = (url, ask) => {
    asked.push({ url: String(url), ask });
    const isFirst = asked.length === 1;
    const headers = new Map(isFirst ? [['location', '/elsewhere']] : []);
    const body = Readable.from([]);
    return Promise.resolve({ status: isFirst ? status : 200, headers, body });
  };
  return { asked, client: { send, close: () => Promise.resolve() } };
}

test.each([301, 302, 303])(
  'a form is not turned into a plain request, as status %i demands',
  async (status) => {
    const { asked, client } = redirectedBy(status);
    await expect(sendFollowing(client, 'https://oui.doleta.gov/form', FORM, ROUTE)).rejects.toThrow(
      `the publisher redirects what was asked (status ${status})`,
    );
    expect(asked).toHaveLength(1);
  },
);

test.each([307, 308])('with status %i the form is sent to the new address', async (status) => {
  const { asked, client } = redirectedBy(status);
  await sendFollowing(client, 'https://oui.doleta.gov/form', FORM, ROUTE);
  expect(asked).toEqual([
    { url: 'https://oui.doleta.gov/form', ask: FORM },
    { url: 'https://oui.doleta.gov/elsewhere', ask: FORM },
  ]);
});

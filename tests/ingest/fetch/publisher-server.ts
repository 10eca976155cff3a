import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request to a publisher, as `host/path?query`. */
export type Asked = {
  url: string;
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
};
export type Handler = (asked: Asked, response: ServerResponse, nth: number) => void;

export type PublisherServer = {
  /** The server's address, which stands in for every publisher. */
  mirror: string;
  port: number;
  /** All requests, in order. */
  asked: Asked[];
  /** The handler, which a test may replace at any time. */
  answer: Handler;
};

/** Starts a server that stands in for all publishers until the test ends. */
export async function startPublisherServer(answer: Handler): Promise<PublisherServer> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const asked = {
      url: request.url?.replace(/^\//, '') ?? '',
      method: request.method ?? '',
      headers: request.headers,
      body,
    };
    standing.asked.push(asked);
    standing.answer(asked, response, standing.asked.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const standing: PublisherServer = { mirror: `http://127.0.0.1:${port}`, port, asked: [], answer };
  return standing;
}

import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ASSISTANTS_PATH } from '../contract/names.ts';
import { noteCall } from './asked.ts';
import type { Site } from './context.ts';
import { headerKey } from './credentials.ts';
import { expectOpen } from './doors.ts';
import { countedCaller } from './limit.ts';
import { maskTexts, notFound } from './refusal.ts';

/** @returns whether a request is one of an assistant. */
export function isForAssistants({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url === ASSISTANTS_PATH || url.startsWith(`${ASSISTANTS_PATH}?`);
}

/**
 * Adds `POST /mcp`. Host, Origin and method are checked before, for every path. A key is needed, in a header only, and each request
 * counts against its limits, whatever the protocol says of it.
 */
export function addAssistants(app: FastifyInstance, site: Site): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The protocol's library reads the body, and says what is wrong with it.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.post(ASSISTANTS_PATH, async (request, reply) => {
      const { assistants } = site;
      if (!assistants) throw notFound();
      expectOpen(site, 'assistants');
      headerKey(site, request);
      await countedCaller(site, request, reply);
      const answer = await assistants.answer(createRequest(request.raw, reply.raw));
      noteCall(site, request, ASSISTANTS_PATH, answer.status, null);
      reply.header('Cache-Control', 'no-store');
      if (answer.status < 400) return reply.send(answer);
      // The protocol’s library repeats what it refuses.
      const body = JSON.stringify(maskTexts(await answer.json()));
      return reply.code(answer.status).type('application/json').send(body);
    });
    scope.addHook('preClose', async () => site.assistants?.close());
  });
}

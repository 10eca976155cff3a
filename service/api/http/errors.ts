import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, stackOf } from '../../contract/failure.ts';
import { ORIGIN_HEADER } from '../../contract/names.ts';
import { maskSecrets, maskTarget } from '../../process/mask.ts';
import type { RefusalLog } from '../../process/refusal-log.ts';
import type { GuessBrake } from './guess-brake.ts';
import { noteCall, ownPath } from './recent-calls.ts';
import { internalError, notFound, notJson, RawBody, Refusal, unavailable } from './refusal.ts';
import type { Context } from './site.ts';

/** `refusals` logs refused requests, but not each of them; `brake` delays answers to wrong keys. */
export type ErrorContext = Pick<Context, 'log' | 'calls' | 'entrance'> & {
  refusals: RefusalLog;
  brake: GuessBrake;
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** The one place that turns thrown errors into status, body and headers. */
export function addErrors(app: FastifyInstance, context: ErrorContext): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Refusal && error.isGuess)) return sendError(context, error, request, reply);
    // Before the delay: somebody who tries keys may leave without waiting for the answer.
    noteRefusal(context, request, error);
    context.brake.hold(reply.raw, (isCrowded) => {
      if (isCrowded) reply.header('Connection', 'close');
      answerRefusal(reply, error);
    });
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(context, request, reply, notFound()));
}

/** Sends the answer to a thrown error. Anything but a refusal is logged with the request's id and not shown to the client. */
export function sendError(
  context: ErrorContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refusal = error instanceof Refusal ? error : frameworkRefusal(error);
  if (refusal) {
    sendRefusal(context, request, reply, refusal);
    return;
  }
  const text = stackOf(error);
  context.log(`${request.id} ${maskSecrets(text)}`);
  // A failure of the files (locked, unreadable, disk full) may pass; anything else is a bug.
  sendRefusal(context, request, reply, error instanceof Failure ? unavailable() : internalError());
}

function sendRefusal(
  context: ErrorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): void {
  answerRefusal(reply, refusal);
  noteRefusal(context, request, refusal);
}

function answerRefusal(reply: FastifyReply, refusal: Refusal): void {
  const { body } = refusal;
  // They belong to the answer that was on its way.
  for (const name of ['ETag', 'Content-Disposition', ORIGIN_HEADER]) reply.removeHeader(name);
  const { type, text } = body instanceof RawBody ? body : new RawBody(JSON_TYPE, JSON.stringify(body));
  reply
    .code(refusal.status)
    .headers(refusal.headers)
    .header('Cache-Control', 'no-store')
    .type(type)
    .send(text);
}

/** The line in the log for a refused request. Successful answers are not logged: that would cost a third of the speed. */
function noteRefusal(context: ErrorContext, request: FastifyRequest, refusal: Refusal): void {
  noteCall(context, request, ownPath(request), refusal.status, null);
  const ms = (performance.now() - request.begunMs).toFixed(1);
  const from = context.entrance.isPublic && isIP(request.ip) > 0 ? ` from ${request.ip}` : '';
  const line = `${request.id} ${request.method} ${maskTarget(request.url)} ${refusal.status} ${ms} ms${from}`;
  // While the files or a team's database do not answer, every request would have a line.
  if (refusal.status === 500) context.log(line);
  else context.refusals(refusal.status, line);
}

/** @returns the answer to an error of Fastify's own. */
function frameworkRefusal(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Nothing has a path that cannot be decoded or is too long.
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound();
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? notJson() : undefined;
}

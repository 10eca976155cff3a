import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  BAD_REQUEST,
  plainRefusal,
  refuseBytes,
  statusOf,
} from '../../service/process/unreadable-request.ts';

/** Refuses what never becomes a request: answers with the documented error body and closes the connection. */

const METHOD_NOT_ALLOWED = '405 Method Not Allowed';
const ALLOW = { Allow: 'GET, HEAD' };
/** A correct first line whose method Node does not know. */
const STRANGE_METHOD = /^[\w!#$%&'*+.^`|~-]{1,40} \S+ HTTP\/1\.[01]\r?\n/;

/** @returns the status. */
export function refuseRequest(response: ServerResponse, isWrongMethod: boolean): number {
  const { status, headers, body } = isWrongMethod
    ? plainRefusal(METHOD_NOT_ALLOWED, ALLOW)
    : plainRefusal(BAD_REQUEST);
  response.writeHead(status, headers).end(body);
  return status;
}

/** For bytes that Node could not read as a request, or not in time (Node's 'clientError'). @returns the status. */
export function refuseUnreadable(error: Error, socket: Duplex): number {
  const first =
    'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const isWrongMethod = 'code' in error && error.code === 'HPE_INVALID_METHOD' && STRANGE_METHOD.test(first);
  return isWrongMethod ? refuseConnect(socket) : refuseBytes(socket, statusOf(error));
}

/** For `CONNECT`, which asks for a tunnel and which Node hands over as a bare connection. @returns the status. */
export const refuseConnect = (socket: Duplex): number => refuseBytes(socket, METHOD_NOT_ALLOWED, ALLOW);

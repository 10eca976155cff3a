import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  BAD_REQUEST,
  plainRefusal,
  refuseBytes,
  statusOf,
} from '../../service/process/unreadable-request.ts';

/** How the gateway refuses what never becomes a request for it: the body is the documented one, and the connection ends. */

const METHOD_NOT_ALLOWED = '405 Method Not Allowed';
const ALLOW = { Allow: 'GET, HEAD' };
/** A first line that is right except for its method: Node knows about thirty of them. */
const STRANGE_METHOD = /^[\w!#$%&'*+.^`|~-]{1,40} \S+ HTTP\/1\.[01]\r?\n/;

/** @param isMethod whether only the method is wrong. @returns the status code. */
export function refuseRequest(response: ServerResponse, isMethod: boolean): number {
  const { status, headers, body } = isMethod
    ? plainRefusal(METHOD_NOT_ALLOWED, ALLOW)
    : plainRefusal(BAD_REQUEST);
  response.writeHead(status, headers).end(body);
  return status;
}

/** For bytes that Node could not read as a request, or not in time (Node's 'clientError'). @returns the status code. */
export function refuseUnreadable(error: Error, socket: Duplex): number {
  const first =
    'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  const isMethod = 'code' in error && error.code === 'HPE_INVALID_METHOD' && STRANGE_METHOD.test(first);
  return isMethod ? refuseConnect(socket) : refuseBytes(socket, statusOf(error));
}

/** For `CONNECT`, which asks for another server and which Node hands over as a bare connection. @returns the status code. */
export const refuseConnect = (socket: Duplex): number => refuseBytes(socket, METHOD_NOT_ALLOWED, ALLOW);

export { readLastPort, writeLastPort } from './last-port.ts';
export { holderText, whoHolds } from './port-holder.ts';

export { readLastPort, writeLastPort } from './last-port.ts';
export { holderText, type PortHolder, whoHolds } from './port-holder.ts';

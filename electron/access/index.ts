/** API keys of other tools, which the service knows and the vault keeps, and the user's keys of publishers. */
export { type AccessParts, copyKey, createKey, listKeys, revokeKey } from './api-keys.ts';
export { assistantCommand } from './assistant-command.ts';
export { keysForService, publisherKeys, setPublisherKey } from './publisher-keys.ts';

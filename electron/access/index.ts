/** The door of the room: keys of other tools and of publishers, between the service that knows them and the vault that holds them. */
export { type AccessParts, copyKey, createKey, listKeys, revokeKey } from './api-keys.ts';
export { keysForService, publisherKeys, setPublisherKey } from './publisher-keys.ts';

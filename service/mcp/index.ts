/** The door of the room: Almanac for assistants, by the Model Context Protocol. The protocol's library is read with the first request. */
export { folderSource } from './folder-source.ts';
export { openGuide } from './guide-pages.ts';
export { almanacAddresses } from './running.ts';
export { serviceAssistants } from './service-assistants.ts';
export { serveStdio } from './stdio.ts';

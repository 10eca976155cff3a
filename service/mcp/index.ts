/** The door of the room: Almanac for assistants, by the Model Context Protocol. The protocol's library is read with the first request. */
export { almanacAddresses, folderSource, openGuide, serveStdio, serviceAssistants } from './serve.ts';

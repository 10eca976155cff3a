/** The room's exports: Almanac for assistants, by the Model Context Protocol. It loads when first used. */
export { almanacAddresses, folderSource, openGuide, serveStdio, serviceAssistants } from './serve.ts';

/** The exports: Almanac for assistants, by the Model Context Protocol. Its library loads when first used. */
export { almanacAddresses, folderSource, openGuide, serveStdio, serviceAssistants } from './serve.ts';

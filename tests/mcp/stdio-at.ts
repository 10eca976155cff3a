import { DEFAULT_PORT } from '../../service/contract/names.ts';
import { almanacAddresses, folderSource, openGuide, serveStdio } from '../../service/mcp/index.ts';
import { almanacVersion } from '../../service/process/version.ts';

/** `almanac mcp` on a folder at a fixed time, for comparable answers: node stdio-at.ts FOLDER INSTANT. */
const [dataDir = '', instant = ''] = process.argv.slice(2);

await serveStdio(
  {
    read: await folderSource(dataDir),
    now: () => new Date(instant),
    version: almanacVersion(),
    addresses: () => almanacAddresses(dataDir, DEFAULT_PORT),
    guide: openGuide(),
    log: (line) => console.error(line),
  },
  new AbortController().signal,
);

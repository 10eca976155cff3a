import { almanacVersion } from '../process/version.ts';
import type { Reader } from '../store/types.ts';
import { type Assistants, openAssistants } from './assistants.ts';
import { guidePages } from './guide-pages.ts';
import { almanacAddresses } from './running.ts';

/**
 * @param of the running service: its reader, and the port on which it answers.
 * @returns what answers its `/mcp`.
 */
export function serviceAssistants(of: {
  dataDir: string;
  reader: Reader;
  port: () => number;
  now: () => Date;
  log: (line: string) => void;
}): Assistants {
  const { dataDir, reader, port, now, log } = of;
  return openAssistants({
    read: async (use) => use(reader),
    now,
    version: almanacVersion(),
    addresses: () => ({ ...almanacAddresses(dataDir, port()), api: `http://127.0.0.1:${port()}` }),
    guide: guidePages,
    log,
  });
}

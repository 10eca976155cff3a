import { almanacVersion } from '../process/version.ts';
import type { Reader } from '../store/types.ts';
import { type Assistants, openAssistants } from './assistants.ts';
import { openGuide } from './guide-pages.ts';
import { chartPage, ownCharts } from './running.ts';

/**
 * @param of the running service. `url`: the address at which others reach it. `hasPage`: whether it serves the app's page there.
 * @returns what answers its `/mcp`.
 */
export function serviceAssistants(of: {
  dataDir: string;
  reader: Reader;
  url: () => string;
  hasPage: boolean;
  now: () => Date;
  log: (line: string) => void;
}): Assistants {
  const { dataDir, reader, url, hasPage, now, log } = of;
  return openAssistants({
    read: async (use) => use(reader),
    now,
    version: almanacVersion(),
    addresses: () => ({ api: url(), chart: hasPage ? chartPage(url()) : ownCharts(dataDir) }),
    guide: openGuide(),
    log,
  });
}

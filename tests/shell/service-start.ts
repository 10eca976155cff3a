import type { ServiceStart } from '../../service/contract/service-channel.ts';

/** Settings of a start, for services that are not the real one. */
export const SOME_START: ServiceStart = {
  dataDir: '/nowhere',
  pageSize: 5_000,
  sample: false,
  page: {
    mode: 'browser',
    port: 0,
    isPortFixed: false,
    folder: '/nowhere',
    sessionSecret: 'session-secret-that-nobody-else-may-see',
    controlSecret: 'control-secret-that-nobody-else-may-see',
    environmentKeys: { ALMANAC_KEY_BLS: 'key-that-nobody-else-may-see' },
    logFile: '/nowhere/logs/almanac.log',
    shell: { pid: 1, versions: {} },
    startup: { origin: 0, marks: {}, report: null },
  },
};

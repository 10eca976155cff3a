/** A running Almanac, as described by its runtime file: `running.json` in its data folder. */
export type Instance = {
  /** 'browser' answers requests to its control address; 'desktop' and 'service' (`almanac serve`) can only be ended. */
  kind: 'browser' | 'desktop' | 'service';
  dataDir: string;
  pid: number;
  /** When the process was started, in the system's own notation; null if the system does not tell. */
  processStart: string | null;
  /** UTC, ISO 8601. */
  startedAt: string;
  /** Port of the page on 127.0.0.1; null without a page for browsers. */
  pagePort: number | null;
  /** Port of the API for other tools; null until it answers. */
  servicePort: number | null;
  /** Secret for requests to its control address. Only the same account can read it. */
  secret: string | null;
  /** Of a 'service': the address of the team whose data it was started with. What the others show is a setting. */
  follows?: string | undefined;
};

/** What browser mode answers to `POST /control/state`. */
export type InstanceState = {
  /** How many pages are open now. */
  clients: number;
  /** How many pages have signed in since the start. If it grows after a page was opened, the page has arrived. */
  signIns: number;
};

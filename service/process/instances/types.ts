/** An Almanac that runs on a data folder, as it says of itself in the folder's `running.json`. */
export type Instance = {
  /** Browser mode has a page and can be asked; the desktop window and `almanac serve` can only be ended. */
  kind: 'browser' | 'desktop' | 'service';
  dataDir: string;
  pid: number;
  /** When the system started that process, in the system's own words; null where it does not tell. */
  processStart: string | null;
  /** UTC, ISO 8601. */
  startedAt: string;
  /** Port of the page on 127.0.0.1. */
  pagePort: number | null;
  /** Port of the API for other tools; null until it answers. */
  servicePort: number | null;
  /** What a request to its control address carries. Who may read the file may ask: the same account. */
  secret: string | null;
};

/** What browser mode answers to `POST /control/state`. */
export type InstanceState = {
  /** Pages that are open now. */
  clients: number;
  /** Sign-ins since the start: a page that was opened has arrived when this has grown. */
  signIns: number;
};

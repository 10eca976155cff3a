/** Times and counts by which the service process is started, watched and stopped. All in milliseconds but `crashLimit`. */
export type SupervisorPolicy = {
  /** From the start of the process to its `listening`. */
  startTimeoutMs: number;
  pingIntervalMs: number;
  /** Without a pong for this long the service hangs, which counts as a crash. */
  hangMs: number;
  /** Pause before the n-th restart in a row; the last one is for all that follow. */
  backOffMs: readonly number[];
  /** Each pause is changed at random by up to this share of it. */
  jitter: number;
  /** After this long without a crash the pauses begin anew. */
  healthyMs: number;
  /** So many crashes within the window, and the service stays down until it is started by hand. */
  crashLimit: number;
  crashWindowMs: number;
  /** From the request to shut down to the kill. */
  shutdownMs: number;
};

export const SUPERVISOR_POLICY: SupervisorPolicy = {
  // A busy machine has needed 29 s: to kill a start that is only slow makes it slower, and thrice opens the circuit.
  startTimeoutMs: 60_000,
  pingIntervalMs: 3_000,
  hangMs: 10_000,
  backOffMs: [250, 1_000, 4_000, 15_000],
  jitter: 0.2,
  healthyMs: 60_000,
  crashLimit: 3,
  crashWindowMs: 300_000,
  shutdownMs: 3_000,
};

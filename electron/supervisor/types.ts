import type { HostMessage, ServiceCalls } from '../../service/contract/control.ts';
import type { ServiceProblem, ServiceState } from '../../service/contract/host.ts';
import type { DataDamage } from '../../service/contract/integrity.ts';
import type { AnswerMessage, Caller, CallMessage } from '../../service/process/rpc.ts';
import type { Child } from '../child-process.ts';

/** Asks the service over the channel. @throws Failure of the service; 'cancelled' also where it ended before it answered. */
export type CallService = Caller<ServiceCalls>;

/** The service process as its supervisor sees it. */
export type ServiceChild = Omit<Child<HostMessage | CallMessage | AnswerMessage>, 'pid'>;

export type ServiceStatus = {
  state: ServiceState;
  /** Port on which the service listens; undefined while it does not. */
  port: number | undefined;
  /** A sentence for people when the state is degraded or failed. */
  message: string | null;
  /** The kind of failure, where a person can do something about it. */
  problem: ServiceProblem | null;
  /** How many requests the service had had at its last ping; each process counts from 0. */
  requests: number;
  /** Damage of the data file that the service knew of at its last ping; absent where it knew of none. */
  damage?: DataDamage;
};

export type Clock = {
  /** Monotonic. */
  nowMs(): number;
  /** @returns a function that cancels the call. */
  after(delayMs: number, call: () => void): () => void;
};

export type Supervisor = {
  /** Starts the service if it does not run: the first time, and by hand after it failed. `anyPort`: this once on any free port; `port`: on this one, or
   * on another if others may be used. */
  start(how?: { anyPort?: boolean; port?: number }): void;
  /** The computer is about to sleep: pauses the service's schedule, and until `wake` does not mind if the service is silent. */
  sleep(): void;
  wake(): void;
  /** Shuts the service down, by force after `shutdownMs` of the policy. Resolves when its process has gone. */
  stop(): Promise<void>;
  status(): ServiceStatus;
  /** Makes a call of `SERVICE_CALLS` while the service listens. */
  call: CallService;
  /** Resolves as soon as the service is ready, failed or stopped, at the latest after `timeoutMs` or on abort. */
  waitForStart(timeoutMs: number, signal?: AbortSignal): Promise<ServiceStatus>;
  /** Calls back after each change of the status. */
  onChange(listener: (status: ServiceStatus) => void): void;
};

import type { HostMessage, ServiceCalls } from '../../service/contract/control.ts';
import type { ServiceProblem, ServiceState } from '../../service/contract/host.ts';
import type { DataDamage } from '../../service/contract/integrity.ts';
import type { AnswerMessage, Caller, CallMessage } from '../../service/process/rpc.ts';
import type { Child } from '../child-process.ts';

/** Asks the service over the channel. @throws Failure of the service; 'cancelled' also where it ended in between. */
export type CallService = Caller<ServiceCalls>;

/** The service process as its supervisor sees it. */
export type ServiceChild = Omit<Child<HostMessage | CallMessage | AnswerMessage>, 'pid'>;

export type ServiceStatus = {
  state: ServiceState;
  /** Port on which the service listens; undefined while it does not. */
  port: number | undefined;
  /** A sentence for people where the state is degraded or failed. */
  message: string | null;
  /** What a person can do something about. */
  problem: ServiceProblem | null;
  /** How many requests the service had been sent when it was last pinged; the count begins anew with each process. */
  requests: number;
  /** Damage of the data file, as the service knew of it when it was last pinged; absent where it knew of none. */
  damage?: DataDamage;
};

export type Clock = {
  /** Monotonic. */
  nowMs(): number;
  /** @returns a function that cancels the call. */
  after(delayMs: number, call: () => void): () => void;
};

export type Supervisor = {
  /** Starts the service where it does not run: the first time, and by hand after it failed; `anyPort`: on whatever is free, this once. */
  start(how?: { anyPort: boolean }): void;
  /** The machine is about to sleep: the service's schedule rests, and from now until `wake` nothing is missed of the service. */
  sleep(): void;
  wake(): void;
  /** Shuts the service down, by force after the time of the policy. Resolves when its process is gone. */
  stop(): Promise<void>;
  status(): ServiceStatus;
  /** Asks the service, while it listens, for what `SERVICE_CALLS` names. */
  call: CallService;
  /** Resolves as soon as the service is ready, failed or stopped, at the latest after `timeoutMs` or on abort. */
  settle(timeoutMs: number, signal?: AbortSignal): Promise<ServiceStatus>;
  /** Calls back after each change of the status. */
  onChange(listener: (status: ServiceStatus) => void): void;
};

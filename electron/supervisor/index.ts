export { SUPERVISOR_POLICY, type SupervisorPolicy } from './policy.ts';
export { type SupervisorOptions, superviseService } from './supervise-service.ts';
export { SYSTEM_CLOCK } from './system-clock.ts';
export type { CallService, Clock, ServiceChild, ServiceStatus, Supervisor } from './types.ts';

export { askToOpen, askToStop, instanceState } from './ask-instance.ts';
export { isProcessOf, ownProcessStart } from './process-start.ts';
export { runningInstances } from './running-instances.ts';
export { announceInstance, removeInstance, runningInstance } from './runtime-file.ts';
export type { Instance, InstanceState } from './types.ts';

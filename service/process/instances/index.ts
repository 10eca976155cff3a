export { askToOpen, askToPause, askToStop, instanceState } from './ask-instance.ts';
export { isProcessOf, ownProcessStart } from './process-start.ts';
export { announceInstance, removeInstance, runningInstance, runningInstances } from './runtime-file.ts';
export type { Instance, InstanceState } from './types.ts';

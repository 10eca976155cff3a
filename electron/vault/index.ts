export { createVault, type VaultOptions } from './create-vault.ts';
export { forkKeychain } from './fork-keychain.ts';
export type { KeychainDeadlines } from './keychain-calls.ts';
export { keychainEnvironment } from './keychain-environment.ts';
export { type KeychainUtility, utilityKeychain } from './utility-keychain.ts';

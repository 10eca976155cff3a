export { createVault, type VaultOptions } from './create-vault.ts';
export type { KeychainDeadlines } from './keychain-calls.ts';

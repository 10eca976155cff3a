/** The vault keeps secrets of the user: in the system's keychain, or where the user chose instead. */
export { type Consent, createVault, type SecretLook, type Vault, type VaultOptions } from './create-vault.ts';
export { createKnownSecrets, type KnownSecrets, learnSecrets } from './known-secrets.ts';
export type { SecretName } from './secret-index.ts';

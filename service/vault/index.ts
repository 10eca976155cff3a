/** The vault stores the user's secrets: in the system's keychain, or in another place that the user chose. */
export { type Consent, createVault, type SecretLook, type Vault, type VaultOptions } from './create-vault.ts';
export { createKnownSecrets, type KnownSecrets, learnSecrets } from './known-secrets.ts';
export type { SecretName } from './secret-index.ts';

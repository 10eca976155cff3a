/** One step of the schema: one DDL statement, which never changes after a release, because each database stores its hash. */
export type TeamMigration = { name: string; sql: string };

/** The search parameters of the statement's address. Without `date` it shows the newest week. */
export type StatementSearch = { date?: string };

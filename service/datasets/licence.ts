/** The licence of data that the US government publishes. */
export const PUBLIC_DOMAIN = 'Public domain: a work of the US government (17 U.S.C. 105)';

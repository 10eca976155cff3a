/** What US-government publishers' data may be used for. */
export const PUBLIC_DOMAIN = 'Public domain: a work of the US government (17 U.S.C. 105)';

/** The search parameters of the API access screen: no secret ever stands in them. */
export type AccessSearch = {
  /** The rotation that goes on: ids of the old and the new key. */
  rotate?: string;
  /** What 'Try it' asked last: an API path without a key. */
  try?: string;
};

/** A fault that a person could have made, to see whether the tests of its room would tell. */
export type Fault = {
  room: string;
  /** What is wrong then, and what somebody would meet: enough to find the place again when it has moved. */
  what: string;
  /** Path from the project's root. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Run one after another until one of them fails: what is nearest first, then the whole room. */
  tests: readonly string[];
};

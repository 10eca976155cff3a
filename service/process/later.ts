/** A value that is there, or that comes later. The files of one computer answer at once, a team's database later. */
export type Later<T> = T | Promise<T>;

/**
 * Goes on with a value: at once where it is there, so that nobody waits for a promise who need not.
 * @returns what `go` returns, or a promise of it.
 */
export function whenThere<T, Result>(value: Later<T>, go: (value: T) => Later<Result>): Later<Result> {
  return value instanceof Promise ? value.then(go) : go(value);
}

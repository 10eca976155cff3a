/**
 * A board's address. `id`: the saved item; absent: the list of boards. `range`, or `from` and `to`, as in
 * Explore: a range that replaces the board's own until the user chooses another one. `tile`: the id of the
 * tile shown alone.
 */
export type BoardSearch = {
  id?: string | undefined;
  range?: string;
  from?: string;
  to?: string;
  tile?: string | undefined;
};

const ID = /^[a-z0-9]{1,40}$/;

export function readBoardSearch({ id, range, from, to, tile }: Record<string, unknown>): BoardSearch {
  const read = (name: string, value: unknown, form: RegExp) =>
    value !== undefined && form.test(String(value)) ? { [name]: String(value) } : {};
  return {
    ...read('id', id, ID),
    ...read('range', range, /^[-\w]{1,10}$/),
    ...read('from', from, /^\d{4}-\d\d-\d\d$/),
    ...read('to', to, /^\d{4}-\d\d-\d\d$/),
    ...read('tile', tile, ID),
  };
}

/** @returns the range in an address, as a board stores it: 'range=5Y'; '' if there is none. */
export function rangeOfSearch({ range, from, to }: BoardSearch): string {
  const parts = { ...(range && { range }), ...(from && { from }), ...(to && { to }) };
  return String(new URLSearchParams(parts));
}

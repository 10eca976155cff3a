import { randomBytes } from 'node:crypto';

const LIFETIME_MS = 60_000;

/** Addresses for `<a download>`, which cannot send a credential. Each works once. */
export type Tickets = {
  /** @returns a ticket for one read of `target` (path and query) within a minute. */
  issue(target: string): string;
  /** @returns the target of the ticket, once; undefined for a ticket that is used, expired or invented. */
  redeem(ticket: string): string | undefined;
};

export function createTickets(nowMs: () => number): Tickets {
  const open = new Map<string, { target: string; endsMs: number }>();
  return {
    issue(target) {
      const ticket = randomBytes(32).toString('base64url');
      open.set(ticket, { target, endsMs: nowMs() + LIFETIME_MS });
      return ticket;
    },
    redeem(ticket) {
      const found = open.get(ticket);
      open.delete(ticket);
      return found && found.endsMs > nowMs() ? found.target : undefined;
    },
  };
}

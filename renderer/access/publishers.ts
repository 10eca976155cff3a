import type { PublisherKey, PublisherWithKey } from '../../service/contract/access.ts';
import { relativeText } from './times.ts';

/** Full names of the publishers, and where to sign up for a key. */
export const PUBLISHER_NOTES: Readonly<Record<PublisherWithKey, { name: string; signUp: string }>> = {
  BLS: {
    name: 'Bureau of Labor Statistics',
    signUp: 'https://data.bls.gov/registrationEngine/',
  },
  BEA: {
    name: 'Bureau of Economic Analysis',
    signUp: 'https://apps.bea.gov/API/signup/',
  },
  Census: {
    name: 'Census Bureau',
    signUp: 'https://api.census.gov/data/key_signup.html',
  },
  FRED: {
    name: 'Federal Reserve Bank of St. Louis',
    signUp: 'https://fredaccount.stlouisfed.org/apikeys',
  },
};

/** @returns text and colour of the chip of a publisher's key, and a line below it. @param now milliseconds since 1970-01-01 UTC */
export function publisherState(
  key: PublisherKey,
  now: number,
): { text: string; tone: 'active' | 'none' | 'lost'; more: string } {
  switch (key.state) {
    case 'absent':
      return { text: 'Not set', tone: 'none', more: '' };
    case 'present':
      return {
        text: `Set, …${key.last4 ?? ''}`,
        tone: 'active',
        more: key.set_at === null ? '' : relativeText(key.set_at, now),
      };
    case 'environment':
      return { text: `From the environment, …${key.last4 ?? ''}`, tone: 'active', more: 'read-only' };
    case 'lost':
      return {
        text: 'Lost',
        tone: 'lost',
        more: 'The keychain is locked or no longer has it. Unlock it, or set the key again.',
      };
  }
}

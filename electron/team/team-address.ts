import { Failure, quoted } from '../../service/contract/failure.ts';
import { TEAM_ADDRESS } from '../../service/contract/team-choice.ts';

/**
 * @param text as a person typed or pasted it: `data.example.org`, or the address of a page there.
 * @returns the address of the team's Almanac, as the setting keeps it: `https://data.example.org`.
 * @throws Failure 'wrong_usage' that says what would be right.
 */
export function teamAddress(text: string): string {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  const refuse = (why: string) => new Failure('wrong_usage', `${why}, for example https://data.example.org.`);
  if (!url || url.hostname === '' || !/^https?:$/.test(url.protocol))
    throw refuse(
      `${typed === '' ? 'The address is empty' : `${quoted(typed)} is no address`}: give that of the team's Almanac`,
    );
  if (url.username !== '' || url.password !== '')
    throw refuse('The address has a name or a password in it: give the address alone, and the key beside it');
  if (!new RegExp(TEAM_ADDRESS).test(url.origin))
    throw refuse(
      `http:// would show the key to everybody on the way to ${url.host}: give an address with https://`,
    );
  return url.origin;
}

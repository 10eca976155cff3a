import { Failure } from '../contract/failure.ts';

/** Longest contact that is sent to publishers. */
export const CONTACT_LENGTH = 200;

/** @returns whether a text can stand in a header: at most 200 printable ASCII characters; empty means that there is none. */
export function isContact(text: string): boolean {
  return text.length <= CONTACT_LENGTH && /^[\x20-\x7e]*$/.test(text);
}

/** @returns the contact without spaces around it. @throws Failure 'wrong_usage' where it cannot stand in a header. */
export function checkedContact(text: string): string {
  if (isContact(text)) return text.trim();
  throw new Failure(
    'wrong_usage',
    `The contact for publishers must be one line of at most ${CONTACT_LENGTH} plain characters, such as me@example.org.`,
  );
}

import { Failure } from '../contract/failure.ts';

/** The longest contact that is sent to publishers, in characters. */
export const CONTACT_LENGTH = 200;

/** @returns whether a text can be in a header: at most 200 printable ASCII characters, or ''. */
export function isContact(text: string): boolean {
  return text.length <= CONTACT_LENGTH && /^[\x20-\x7e]*$/.test(text);
}

/** @returns the contact, trimmed. @throws Failure 'wrong_usage' if it cannot be in a header. */
export function checkedContact(text: string): string {
  if (isContact(text)) return text.trim();
  throw new Failure(
    'wrong_usage',
    `The contact for publishers must be one line of at most ${CONTACT_LENGTH} plain characters, such as me@example.org.`,
  );
}

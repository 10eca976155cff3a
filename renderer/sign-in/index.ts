/** The door of the room: who is signed in at a node of a team, and how. */
export { KeySignInPage } from './key-sign-in-page.tsx';
export { SignedInMember } from './signed-in.tsx';

/** The door of the room: who is signed in at a node of a team, and how. */
export { KeySignInPage } from './key-sign-in-page.tsx';
export { SignedIn } from './signed-in.tsx';

/** The door of the room: who is signed in at a node of a team, and how. */
export { KeySignInPage, SignedInMember } from './sign-in.tsx';

/** The room's exports: who is signed in at a team's node, and how to sign in. */
export { KeySignInPage, SignedInMember } from './sign-in.tsx';

// This script gets only the functions named here: modules have no side effects (`vite.config.ts`).
import { beginFirstRequests, openSession, showFirst } from '../api/index.ts';

/** The document's first script: shows the theme, takes the token from the address, sends first requests. */
showFirst();
openSession();
beginFirstRequests();

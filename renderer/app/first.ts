// Imports from this room only what it uses: its other modules have no effect on import (`vite.config.ts`).
import { beginFirstRequests, openSession, showFirst } from '../api/index.ts';

/** The document's first script: shows the theme, takes the token from the address, sends first requests. */
showFirst();
openSession();
beginFirstRequests();

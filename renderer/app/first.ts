// Of the room only what is named comes into this script: importing any other of its modules does nothing (`vite.config.ts`).
import { beginFirstRequests, openSession, showFirst } from '../api/index.ts';

/** The document's first script: shows the chosen theme, takes the token out of the address, asks for what every start needs. */
showFirst();
openSession();
beginFirstRequests();

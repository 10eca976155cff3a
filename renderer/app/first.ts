import { beginFirstRequests } from '../api/first-requests.ts';
import { openSession } from '../api/session.ts';

/** The document's first script (`renderer/first-load.ts`): takes the token out of the address, and asks for what every start needs. */
openSession();
beginFirstRequests();

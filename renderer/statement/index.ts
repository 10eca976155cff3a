/** The door of the room: the Fed's balance sheet as its release lays it out. */
export { StatementScreen } from './statement-screen.tsx';

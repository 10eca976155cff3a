/** The door of the room: series over time. */
export { ExploreScreen } from './explore-screen.tsx';

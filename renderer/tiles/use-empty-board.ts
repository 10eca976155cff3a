import { type BoardContent, EMPTY_BOARD } from '../../service/contract/saved.ts';
import { usePreference } from '../api/index.ts';

/** @returns what a new board begins with, as the settings want it. */
export function useEmptyBoard(): BoardContent {
  const [recessions] = usePreference('recessions');
  return { ...EMPTY_BOARD, recessions };
}

import { PAGES } from 'virtual:guide';
import { guideParts } from './find-parts.ts';

export const GUIDE_PARTS = guideParts(PAGES);

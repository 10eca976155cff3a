import { PAGES } from 'virtual:guide';
import { partsOf } from './find-parts.ts';

export const GUIDE_PARTS = partsOf(PAGES);

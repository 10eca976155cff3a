import { CURVE_FACTS } from './curve-facts.ts';
import { LIST_FACTS } from './list-facts.ts';
import { PRODUCT_FACTS } from './product-facts.ts';
import { TEAM_FACTS } from './team-facts.ts';
import { UNIT_FACTS } from './unit-facts.ts';

/** What the guide says that the product knows or calculates, as Markdown: `{{name}}` in a page stands for it. Only the build runs this. */
export const FACTS: Readonly<Record<string, string>> = {
  ...TEAM_FACTS,
  ...UNIT_FACTS,
  ...CURVE_FACTS,
  ...LIST_FACTS,
  ...PRODUCT_FACTS,
};

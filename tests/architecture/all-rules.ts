import * as codeRules from './code-rules.ts';
import * as commandRules from './command-rules.ts';
import * as dateRules from './date-rules.ts';
import { edgesAreUsed, onlySqlRoomsHoldSql, roomsImportAsTheTableSays } from './edges.ts';
import * as electronRules from './electron-rules.ts';
import * as fileRules from './file-rules.ts';
import * as importRules from './import-rules.ts';
import { sentencesAreReadOnce } from './prose-rules.ts';
import * as shownRules from './shown-rules.ts';
import * as styleRules from './style-rules.ts';

/** Every rule by its name. The project keeps all of them; a test shows that each one can fail. */
export const RULES = {
  ...importRules,
  ...fileRules,
  ...codeRules,
  ...commandRules,
  ...dateRules,
  ...electronRules,
  ...shownRules,
  ...styleRules,
  roomsImportAsTheTableSays,
  edgesAreUsed,
  onlySqlRoomsHoldSql,
  sentencesAreReadOnce,
};

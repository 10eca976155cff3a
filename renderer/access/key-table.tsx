import type { ApiKeyLine, ApiKeys } from '../../service/contract/access.ts';
import styles from './access.module.css';
import type { KeyDialog } from './key-menu.tsx';
import { KeyRow } from './key-row.tsx';
import type { CopyKey } from './use-copy-key.ts';

/** The keys, one row each, in the given order. */
export function KeyTable(props: {
  lines: readonly ApiKeyLine[];
  /** Whether a search has narrowed them. */
  isSearched: boolean;
  limits: ApiKeys['limits'];
  now: number;
  copyKey: CopyKey;
  onOpen: (dialog: KeyDialog, line: ApiKeyLine) => void;
}) {
  return (
    <table className={`data-table ${styles.table}`} aria-label="API keys">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">State</th>
          <th scope="col">Last used</th>
          <th scope="col" title="Requests to economic data counted in this UTC day, and the limit of a key">
            Today (UTC)
          </th>
          <th
            scope="col"
            title="Requests to economic data counted in this clock minute, and the limit of a key"
          >
            This minute
          </th>
          <th scope="col">Created</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line) => (
          <KeyRow
            key={line.id}
            line={line}
            limits={props.limits}
            now={props.now}
            isFound={props.isSearched}
            copyKey={props.copyKey}
            onOpen={props.onOpen}
          />
        ))}
      </tbody>
    </table>
  );
}

import { CopyText } from '../frame/index.ts';
import styles from './dialog.module.css';

/** A command or an address with its name, to be copied. */
export function CommandField(props: { label: string; value: string; what: string }) {
  return (
    <div>
      <div className={`quiet fine ${styles.label}`}>{props.label}</div>
      <div className={`well row gap-4 fine ${styles.command}`}>
        <code>{props.value}</code>
        <CopyText value={props.value} what={props.what} />
      </div>
    </div>
  );
}

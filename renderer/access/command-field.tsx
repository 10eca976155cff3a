import { CopyText } from '../frame/index.ts';
import styles from './dialog.module.css';

/** A command or an address with its name, to be copied. */
export function CommandField(props: { label: string; value: string; what: string }) {
  return (
    <div>
      <div className={styles.label}>{props.label}</div>
      <div className={styles.command}>
        <code>{props.value}</code>
        <CopyText value={props.value} what={props.what} />
      </div>
    </div>
  );
}

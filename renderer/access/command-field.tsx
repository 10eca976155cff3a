import { CopyText } from '../frame/index.ts';

/** A command or an address under a label, with a button that copies it. */
export function CommandField(props: { label: string; value: string; what: string }) {
  return (
    <div>
      <div className="label">{props.label}</div>
      <div className="command well">
        <code>{props.value}</code>
        <CopyText value={props.value} what={props.what} />
      </div>
    </div>
  );
}

import { Button, Group, Stepper } from '@mantine/core';
import { useState } from 'react';
import type { ApiKeyLine, CreatedKey } from '../../service/contract/access.ts';
import { assertNever } from '../../service/contract/failure.ts';
import { AccessDialog } from './access-dialog.tsx';
import { RotateCreate } from './rotate-create.tsx';
import { RotateDeploy } from './rotate-deploy.tsx';
import { RotateRevoke } from './rotate-revoke.tsx';
import { RotateVerify } from './rotate-verify.tsx';
import { type Passed, rotationStep, STEPS } from './rotation.ts';
import type { CopyKey } from './use-copy-key.ts';

type Props = {
  old: ApiKeyLine;
  next: ApiKeyLine | undefined;
  labels: readonly string[];
  baseUrl: string;
  now: number;
  copyKey: CopyKey;
  /** The new key was made: the address must name it. */
  onMade: (line: ApiKeyLine) => void;
  onRevoked: (message: string) => void;
  onClose: () => void;
};

/** Replaces a key without an interruption: make a new one, deploy it, see that it is used, revoke the old one. */
export function RotateDialog(props: Props) {
  const { old, next } = props;
  const [passed, setPassed] = useState<Passed>(null);
  /** The new key, until the dialog closes. */
  const [created, setCreated] = useState<CreatedKey>();
  // Until the list of keys is loaded again, only `created` has the new key.
  const made = next ?? created?.line;
  const step = rotationStep(old, made, { passed, isShown: created !== undefined });
  return (
    <AccessDialog
      title={`Rotate “${old.label}”`}
      size="46rem"
      closesOutside={false}
      step={step}
      onClose={props.onClose}
    >
      <Stepper active={STEPS.indexOf(step)} size="xs" iconSize={24} aria-label="Steps of the rotation">
        <Stepper.Step label="Create" description="a new key" />
        <Stepper.Step label="Deploy" description="where the old one is" />
        <Stepper.Step label="Verify" description="that it is used" />
        <Stepper.Step label="Revoke" description="the old key" />
      </Stepper>
      <div className="column gap-14">{panel()}</div>
    </AccessDialog>
  );

  function panel() {
    switch (step) {
      case 'create':
        return (
          <RotateCreate
            old={old}
            labels={props.labels}
            onMade={(answer) => {
              setCreated(answer);
              props.onMade(answer.line);
            }}
          />
        );
      case 'deploy':
        return (
          made && <RotateDeploy {...props} next={made} created={created} onNext={() => setPassed('deploy')} />
        );
      case 'verify':
        return (
          made && (
            <RotateVerify
              {...props}
              next={made}
              canGoBack={created !== undefined}
              onBack={() => setPassed(null)}
              onNext={() => setPassed('verify')}
            />
          )
        );
      case 'revoke':
        return made && <RotateRevoke {...props} next={made} onBack={() => setPassed('deploy')} />;
      case 'done':
        return <Finished old={old} next={made} onClose={props.onClose} />;
      default:
        return assertNever(step);
    }
  }
}

function Finished(props: { old: ApiKeyLine; next: ApiKeyLine | undefined; onClose: () => void }) {
  return (
    <>
      <p role="status">
        “{props.old.label}” is revoked{props.next ? `; “${props.next.label}” has taken its place` : ''}. The
        rotation is complete.
      </p>
      <Group justify="flex-end" gap="xs" mt={4}>
        <Button size="sm" data-autofocus onClick={props.onClose}>
          Done
        </Button>
      </Group>
    </>
  );
}

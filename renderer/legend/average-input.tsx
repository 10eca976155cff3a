import { NumberInput, type NumberInputProps } from '@mantine/core';
import { LONGEST_AVERAGE } from '../../service/view/types.ts';

type AverageInputProps = Pick<
  NumberInputProps,
  'label' | 'aria-label' | 'placeholder' | 'w' | 'className' | 'prefix' | 'suffix' | 'title'
> & {
  /** Number of observations; `undefined` where none is set. */
  value: number | undefined;
  /** The smallest number. 1 means 'no average' for a line of a chart that has one. */
  least: 1 | 2;
  onTake: (value: number | undefined) => void;
};

/** A field for the observations of a moving average. Invalid numbers are ignored; an empty field removes the average. */
export function AverageInput({ value, least, onTake, ...rest }: AverageInputProps) {
  return (
    <NumberInput
      size="xs"
      {...rest}
      min={least}
      max={LONGEST_AVERAGE}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="blur"
      value={value ?? ''}
      onChange={(typed) => {
        const count = Number(typed);
        if (typed === '') onTake(undefined);
        else if (count >= least && count <= LONGEST_AVERAGE) onTake(count);
      }}
    />
  );
}

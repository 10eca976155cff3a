import { NumberInput, type NumberInputProps } from '@mantine/core';
import { LONGEST_AVERAGE } from '../view/index.ts';

type AverageInputProps = Pick<
  NumberInputProps,
  'label' | 'aria-label' | 'placeholder' | 'w' | 'className' | 'prefix' | 'suffix' | 'title'
> & {
  /** Periods; absent where there is none of its own. */
  value: number | undefined;
  /** 1 where that says something: that there is none, though the chart has one. */
  least: 1 | 2;
  onTake: (value: number | undefined) => void;
};

/** Periods of a moving average. What is none is not taken; an empty field takes it away. */
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

import type { Controls, InputProps } from '../kind-renderer.ts';
import { textControls } from './text-controls.tsx';

/** A mobile number: typed or pasted in groups or with the number of the country, it is kept as eleven digits. */
export const mobileControls: Controls = { ...textControls, Input: MobileInput };

function MobileInput({ onChange, ...props }: InputProps) {
  const { tidy } = props.field.kind;
  return (
    <textControls.Input
      {...props}
      onChange={(typed) => onChange(typeof typed === 'string' ? (tidy?.(typed, props.field) ?? typed) : typed)}
    />
  );
}

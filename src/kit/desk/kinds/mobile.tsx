import type { InputProps, Look } from '../look.ts';
import { textLook } from './text.tsx';

/** A mobile number: typed or pasted in groups or with the number of the country, it is kept as eleven digits. */
export const mobileLook: Look = { ...textLook, width: 124, Input: MobileInput };

function MobileInput({ onChange, ...props }: InputProps) {
  const { tidy } = props.field.kind;
  return (
    <textLook.Input
      {...props}
      onChange={(typed) => onChange(typeof typed === 'string' ? (tidy?.(typed, props.field) ?? typed) : typed)}
    />
  );
}

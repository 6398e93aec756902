/** A number as a summary on a terminal shows it: `320,705`. */
export function figure(value: number): string {
  return value.toLocaleString('en-US');
}

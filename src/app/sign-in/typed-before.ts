/** What one page of signing in has been told, for the next one, so that nobody types it twice. */
export interface TypedBefore {
  readonly username: string;
  readonly password: string;
  /** What the server asked for, besides the password. */
  readonly step: 'mustChange' | 'secondFactor' | 'mustSetSecondFactor';
}

// In memory only: the address is logged and the state of the history is written to the disk.
let typed: TypedBefore | null = null;

export function keepTyped(values: TypedBefore): void {
  typed = values;
}

/** What was typed before, as long as nobody has forgotten it. */
export function typedBefore(): TypedBefore | null {
  return typed;
}

export function forgetTyped(): void {
  typed = null;
}

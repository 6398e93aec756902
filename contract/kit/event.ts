/** Something that happened to a document and that other areas follow up, in the same transaction (design §2, §12). */
export interface EventKind<Payload> {
  readonly name: string;
  // In the type only.
  payload?(value: Payload): Payload;
}

/** Declares an event: its name, unique in the house, and in the type what it carries. */
export function event<Payload>(name: string): EventKind<Payload> {
  return { name };
}

/** Something that happened to a document and that other areas follow up, in the same transaction (design §2, §12). */
export interface EventKind<Payload> {
  readonly name: string;
  /** Written down, for areas that are built later; what only asks whether something may be done is not. */
  readonly kept: boolean;
  // In the type only.
  payload?(value: Payload): Payload;
}

/** Declares an event: its name, unique in the house, and in the type what it carries. */
export function event<Payload>(name: string): EventKind<Payload> {
  return { name, kept: true };
}

/**
 * Declares a question that a change asks of the other areas before it is made (a warehouse is switched off): a handler
 * refuses it by throwing, nothing is kept.
 */
export function question<Payload>(name: string): EventKind<Payload> {
  return { name, kept: false };
}

/** Something that an area asks of all others and that several may answer (which orders of a contract are open); nothing is kept. */
export interface InquiryKind<Question, Answer> {
  readonly name: string;
  // In the type only.
  asked?(value: Question): Answer;
}

/** Declares an inquiry: its name, unique in the house, and in the type what is asked and what each area answers. */
export function inquiry<Question, Answer>(name: string): InquiryKind<Question, Answer> {
  return { name };
}

import type { EventKind } from '#contract/kit/event.ts';

/** What an event carries, for whoever follows it up in a function of its own. */
export type EventPayload<Kind> = Kind extends EventKind<infer Payload> ? Payload : never;

import { query } from '../../kit/call.ts';

/** A task of a person has moved on (specification §4: message type 1). */
export interface TaskMessage {
  readonly type: 1;
  readonly task: { readonly id: number; readonly status: number; readonly progress: number };
}

/** A notice to be shown in a dialog (specification §4: message type 3). */
export interface NoticeMessage {
  readonly type: 3;
  readonly msg_id: number;
  readonly title: string;
  readonly content: string;
}

/** The notice has been acknowledged (specification §4: message type 4). The only thing a browser sends. */
export interface AcknowledgeMessage {
  readonly type: 4;
  readonly msg_id: number;
}

/**
 * What the browser has read may be old: it reads these again. Ours, beside the types of the specification. One that names
 * nothing is a sign of life: a browser cannot see the pings of the protocol.
 */
export interface ChangedMessage {
  readonly type: 5;
  readonly changed: readonly Changeable[];
}

/**
 * `access`: what the person may do or see; `config`: a configuration value; `tasks`: the task list, as updates of tasks may
 * have been missed; `session`: the session itself was ended by force.
 */
export type Changeable = 'access' | 'config' | 'tasks' | 'session';

/** A notice was taken back: who has not read it yet is not shown it any more (domain.md §4.27). Ours, like type 5. */
export interface WithdrawnMessage {
  readonly type: 6;
  readonly msg_id: number;
}

/**
 * Every notice that the person has not acknowledged, by its id; each of them has been sent before. Whatever else a page
 * still holds was taken back or acknowledged elsewhere while it could not be told. Ours, like type 5.
 */
export interface UnreadMessage {
  readonly type: 7;
  readonly unread: readonly number[];
}

/** What comes over the live connection. */
export type PushMessage = TaskMessage | NoticeMessage | ChangedMessage | WithdrawnMessage | UnreadMessage;

/**
 * A ticket for one live connection of this session: good for 30 s and for one try (design §9). A browser's socket cannot
 * carry the token in a header, and the token has no place in an address. It reads, as far as the wire is concerned: no op
 * id is claimed, so that no copy of a ticket is kept among the stored answers.
 */
export const pushTicket = query<Record<string, never>, { ticket: string }>({
  service: 'acl',
  path: '/v1/index/pushTicket',
  access: 'login',
  timeout: 'default',
});

/**
 * Codes with which live connections are closed. The server never uses 1000, 1001 or 1005: they tell a browser not to come
 * back (specification §4, reference reliability §0.4).
 */
export const closeCodes = {
  /** The browser closes by its own wish: signed out, or nobody looks at the page. */
  done: 1000,
  /** A frame that is none of ours. */
  badFrame: 1008,
  /** The server stops or restarts. */
  restart: 1012,
  /** Does not read what it is sent. */
  slow: 1013,
  /** The session was ended by force: the browser has been told so in a message (body code 10000 from now on). */
  sessionEnded: 4001,
  /** The session is over by time or by its owner's wish; the next call answers 401. */
  sessionOver: 4002,
  /** A sixth connection of the person was opened, and this was the oldest. */
  elsewhere: 4008,
} as const;

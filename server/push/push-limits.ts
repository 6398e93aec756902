/** What one live connection, one person and one process may take (design §9, reference reliability S17). */
export const pushLimits = {
  /** Bytes of one frame that a browser sends. */
  frameBytes: 4096,
  /** Frames that a browser may send in ten seconds; a person acknowledges no faster. */
  framesInTenSeconds: 60,
  /** Bytes that may wait for a slow reader before it is cut off. */
  waitingBytes: 256 * 1024,
  /** Open connections of one person, over all processes. */
  perPerson: 5,
  /** Seconds that a ticket is good for, and unused tickets of one session at a time. */
  ticketSeconds: 30,
  ticketsWaiting: 20,
  /** Milliseconds between pings; who has not answered by the next one is gone. */
  beat: 30_000,
  /** Milliseconds between looks at the sessions behind the open connections. */
  sessionLook: 500,
  /** Milliseconds that a stopping server waits for the closing handshakes. */
  stopping: 2000,
  /** Ids of people in one notification: with the longest notice it stays below the 8,000 bytes of PostgreSQL. */
  idsAtOnce: 400,
} as const;

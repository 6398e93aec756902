/** What one person, one worker and one file of a task may take (decision 0020). */
export const taskLimits = {
  /** Tasks of one person that wait or run. */
  unfinished: 10,
  /** Tasks that one worker works at. */
  atOnce: 3,
  /** Runs of a task that may kill their worker before it is given up. */
  attempts: 3,
  /** Milliseconds between looks at the queue; who adds to it wakes the workers at once, this is the net below. */
  look: 2000,
  /** Milliseconds between looks of a run at its own row: whether it is still wanted, and how far it says it is. */
  beat: 1000,
  /** Milliseconds that such a look may take: more than its statements may wait, and then nobody is there. */
  silence: 60_000,
  /** Days that a file is kept. */
  fileDays: 7,
  /** Hours after which a file that no task has taken is thrown away. */
  draftHours: 24,
  /** Seconds that a ticket is good for, and unused tickets of one session at a time. */
  ticketSeconds: 30,
  ticketsWaiting: 20,
} as const;

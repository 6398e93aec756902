import type { NoticeMessage } from '#contract/areas/shell/push.ts';

/** The notices behind the live connection; the area that keeps them hands it in. */
export interface Inbox {
  /** What these people have not acknowledged yet, oldest first; taken as shown to them from now on. */
  unread(adminIds: readonly number[], now: Date): Promise<{ adminId: number; message: NoticeMessage }[]>;
  /** A notice has gone out to these people just now. */
  pushed(msgId: number, adminIds: readonly number[], now: Date): Promise<void>;
  /** A person has acknowledged a notice. The second time changes nothing, and neither does somebody else's notice. */
  acknowledge(adminId: number, msgId: number, now: Date): Promise<void>;
}

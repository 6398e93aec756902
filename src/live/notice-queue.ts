import { create } from 'zustand';
import type { NoticeMessage } from '#contract/areas/shell/push.ts';

interface NoticeQueue {
  /** Notices to be read, the oldest first. */
  waiting: readonly NoticeMessage[];
  /** Ids that a person has acknowledged on this page, or on another of this browser. */
  acknowledged: ReadonlySet<number>;
  /** Ids of those that a person put off: they wait, and stand over nothing on this page any more. */
  later: ReadonlySet<number>;
}

/** The notices that the person signed in has not acknowledged (specification §4, message type 3). */
export const useNoticeQueue = create<NoticeQueue>(() => ({
  waiting: [],
  acknowledged: new Set(),
  later: new Set(),
}));

/**
 * Takes a notice that has come. False when it was acknowledged before: the server has not heard of it, so it must be told
 * again (what is sent over a socket may never arrive).
 */
export function takeNotice(notice: NoticeMessage): boolean {
  const { waiting, acknowledged } = useNoticeQueue.getState();
  if (acknowledged.has(notice.msg_id)) return false;
  const others = waiting.filter((one) => one.msg_id !== notice.msg_id);
  // One that is sent again keeps its place.
  if (others.length === waiting.length) useNoticeQueue.setState({ waiting: [...waiting, notice] });
  return true;
}

/** The person has read a notice. */
export function acknowledgeNotice(msgId: number): void {
  useNoticeQueue.setState(({ waiting, acknowledged }) => ({
    waiting: waiting.filter((one) => one.msg_id !== msgId),
    acknowledged: new Set([...acknowledged, msgId]),
  }));
}

/** The person reads them later: all that wait now. */
export function putNoticesOff(): void {
  useNoticeQueue.setState(({ waiting }) => ({ later: new Set(waiting.map((one) => one.msg_id)) }));
}

/** A notice was taken back by who sent it: nobody is asked to read it any more. */
export function dropNotice(msgId: number): void {
  useNoticeQueue.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one.msg_id !== msgId) }));
}

/** The server says which notices are unread: others were taken back, or read elsewhere, while this page was not told. */
export function keepUnread(msgIds: readonly number[]): void {
  useNoticeQueue.setState(({ waiting }) => ({ waiting: waiting.filter((one) => msgIds.includes(one.msg_id)) }));
}

/** Forgets everything: another person is signed in, or none. */
export function forgetNotices(): void {
  useNoticeQueue.setState({ waiting: [], acknowledged: new Set(), later: new Set() });
}

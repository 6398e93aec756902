import { create } from 'zustand';

/** A dialog that a person must answer. `tell` has one button, `ask` two. */
export interface Notice {
  id: number;
  kind: 'tell' | 'ask';
  title: string;
  text: string;
  confirm: string;
  cancel: string;
  /** The way on destroys something: its button is red and is not the one that Enter presses. */
  danger: boolean;
  answer(yes: boolean): void;
}

export type ToastTone = 'info' | 'good' | 'warn' | 'bad';

export interface Toast {
  id: number;
  text: string;
  tone: ToastTone;
}

interface Notices {
  dialogs: readonly Notice[];
  toasts: readonly Toast[];
}

/** What `NoticeHost` draws: the same in both layouts and on the sign-in page, without antd. */
export const useNotices = create<Notices>(() => ({ dialogs: [], toasts: [] }));

/** Tells something that has to be read: title 提示, one button 确定 (specification §8). The same text is not shown twice at once. */
export function showAlert(text: string, options: { title?: string; confirm?: string } = {}): Promise<void> {
  if (useNotices.getState().dialogs.some((open) => open.kind === 'tell' && open.text === text))
    return Promise.resolve();
  return open({ kind: 'tell', text, ...options }).then(() => {});
}

/** Asks before something is done; false for 取消 and Escape. */
export function ask(
  text: string,
  options: { title?: string; confirm?: string; cancel?: string; danger?: boolean } = {},
): Promise<boolean> {
  return open({ kind: 'ask', text, ...options });
}

/**
 * Says something in passing; gone by itself after a while. What went well takes the place of what went well before it,
 * failures stand each for itself. Nothing is not said: a signed-out session has no words.
 */
export function toast(text: string, tone: ToastTone = 'info'): void {
  if (text === '') return;
  const id = nextId();
  useNotices.setState(({ toasts }) => {
    const standing = toasts.filter((one) => !passes(one.tone) || !passes(tone));
    return { toasts: [...standing.slice(1 - mostToasts), { id, text, tone }] };
  });
  setTimeout(() => dismissToast(id), toastTime[tone]);
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  useNotices.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Takes all toasts away: what they spoke of is over. */
export function clearToasts(): void {
  useNotices.setState({ toasts: [] });
}

function open(given: Pick<Notice, 'kind' | 'text'> & Partial<Notice>): Promise<boolean> {
  return new Promise((resolve) => {
    const id = nextId();
    const answer = (yes: boolean) => {
      useNotices.setState(({ dialogs }) => ({ dialogs: dialogs.filter((dialog) => dialog.id !== id) }));
      resolve(yes);
    };
    const notice: Notice = { title: '提示', confirm: '确定', cancel: '取消', danger: false, ...given, id, answer };
    useNotices.setState(({ dialogs }) => ({ dialogs: [...dialogs, notice] }));
  });
}

const passes = (tone: ToastTone): boolean => tone === 'info' || tone === 'good';

// A warning says that nothing was done, to somebody who looks away after pressing. Milliseconds.
const toastTime: Readonly<Record<ToastTone, number>> = { info: 3000, good: 3000, warn: 10_000, bad: 6000 };
const mostToasts = 4;
let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}

import type { Saved } from '#contract/kit/calls.ts';
import { toast } from '../notice.ts';

/** Short words that pass: for what went well, and for failures that no field or page owns. */
export function useToast(): {
  good(words: string): void;
  bad(words: string): void;
  /** A step was taken: done, or what it did instead. */
  taken(saved: Saved): void;
  /** A record was saved, or what its saving led to instead of what it says. */
  saved(saved: Saved): void;
} {
  return toasts;
}

const toasts = {
  taken: ({ warning }: Saved) => (warning ? toast(warning, 'warn') : toast('操作成功', 'good')),
  saved: ({ warning }: Saved) => (warning ? toast(warning, 'warn') : toast('保存成功', 'good')),
  good: (words: string) => toast(words, 'good'),
  bad: (words: string) => toast(words, 'bad'),
};

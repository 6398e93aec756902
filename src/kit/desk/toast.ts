import type { Saved } from '#contract/kit/calls.ts';
import { toast } from '../notice.ts';

/** Short words that pass: for what went well, and for failures that no field or page owns. */
export function useToast(): {
  good(words: string): void;
  bad(words: string): void;
  /** Something was done, in these words, or what it led to instead. */
  taken(saved: Saved, words: string): void;
  /** A record was saved, or what its saving led to instead of what it says. */
  saved(saved: Saved): void;
} {
  return toasts;
}

const toasts = {
  taken: ({ warning }: Saved, words: string) => (warning ? toast(warning, 'warn') : toast(words, 'good')),
  saved: ({ warning }: Saved) => (warning ? toast(warning, 'warn') : toast('保存成功', 'good')),
  good: (words: string) => toast(words, 'good'),
  bad: (words: string) => toast(words, 'bad'),
};

import { App } from 'antd';

/** Short words that pass: for what went well, and for failures that no field or page owns. */
export function useToast(): { good(words: string): void; bad(words: string): void } {
  const { message } = App.useApp();
  return {
    good: (words) => void message.success(words),
    bad: (words) => void message.error(words),
  };
}

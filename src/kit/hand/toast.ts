import './set-render.ts';
import { Toast } from 'antd-mobile';

/** Words in the middle of the screen for two seconds, where a thumb does not hide them. */
export function toast(words: string): void {
  Toast.show({ content: words, duration: 2000, position: 'center' });
}

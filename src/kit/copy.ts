import { copyText } from '#src/platform/clipboard.ts';
import { toast } from './notice.ts';

/** Copies a text and says what came of it (specification §8), and how much it was where that cannot be seen. */
export async function copy(text: string, amount = ''): Promise<void> {
  if (await copyText(text)) toast(`复制成功！${amount}`, 'good');
  else toast('复制失败！', 'bad');
}

/** Words for both outcomes (specification §8). */
export const copyWords = { done: '复制成功！', failed: '复制失败！' } as const;

/** Copies a text; answers the words to show, and never rejects. */
export async function copyText(text: string): Promise<{ ok: boolean; words: string }> {
  const ok = (await copyModern(text)) || copySelected(text);
  return { ok, words: ok ? copyWords.done : copyWords.failed };
}

async function copyModern(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // Not allowed, or the page is not in front: the older way may still do.
    return false;
  }
}

/** The older way, the only one where the page is not served over HTTPS. */
function copySelected(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.style.position = 'fixed';
  box.style.opacity = '0';
  document.body.append(box);
  box.select();
  const ok = document.execCommand('copy');
  box.remove();
  return ok;
}

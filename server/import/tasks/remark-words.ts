import { type Remark, remarkKinds } from '../remark.ts';

/** What a remark says in one cell: its kind, and what there is to say beyond it. */
export function wordsOf({ kind, detail }: Remark): string {
  const what = remarkKinds[kind].zh;
  if (kind === 'bad row') return detail.zh;
  return detail.zh === what ? what : `${what}：${detail.zh}`;
}

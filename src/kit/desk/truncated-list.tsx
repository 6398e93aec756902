import type { ReactNode } from 'react';

/** Words in a cell: the first few of them, the others counted, and all shown when one points at them. */
export function truncatedList(words: readonly string[]): ReactNode {
  if (words.length <= standing) return words.join('、');
  return (
    <span title={words.slice(0, pointed).join('、')}>
      {`${words.slice(0, standing).join('、')} 等 ${words.length} 项`}
    </span>
  );
}

const standing = 3;
const pointed = 100;

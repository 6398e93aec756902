import { createElement, Fragment, type ReactNode } from 'react';

/**
 * A message of the server as text, with the few tags that the specification's "HTML allowed" needs (§8; reference
 * reliability §2): b, br, i, p, ul, li, span, without attributes. Anything else in it is shown as it was sent.
 */
export function ServerWords({ text }: { text: string }) {
  const open: Piece[] = [{ tag: '', children: [] }];
  for (const part of text.split(tags)) {
    const [, closing, name = ''] = tag.exec(part) ?? [];
    if (!allowed.has(name)) top(open).children.push(part);
    else if (name === 'br') top(open).children.push(createElement('br'));
    else if (closing === '') open.push({ tag: name, children: [] });
    else if (top(open).tag === name && open.length > 1) close(open);
  }
  while (open.length > 1) close(open);
  return <>{numbered(top(open).children)}</>;
}

interface Piece {
  tag: string;
  children: ReactNode[];
}

const allowed = new Set(['b', 'br', 'i', 'p', 'ul', 'li', 'span']);
const tags = /(<\/?[a-z]+\s*\/?>)/;
const tag = /^<(\/?)([a-z]+)\s*\/?>$/;

function top(open: Piece[]): Piece {
  const last = open.at(-1);
  if (!last) throw new Error('the outermost piece is never closed');
  return last;
}

function close(open: Piece[]): void {
  const done = open.pop();
  if (done) top(open).children.push(createElement(done.tag, null, ...done.children));
}

function numbered(children: ReactNode[]): ReactNode[] {
  return children.map((child, at) => <Fragment key={at}>{child}</Fragment>);
}

import type { ReactNode } from 'react';

/** A record by its title, and its hint beside it. */
export function named(title: string, hint: unknown): ReactNode {
  return typeof hint === 'string' && hint !== '' ? (
    <>
      {title} <span className="desk-hint">{hint}</span>
    </>
  ) : (
    title
  );
}

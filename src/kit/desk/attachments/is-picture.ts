import type { Attachment } from '#contract/kit/attachments.ts';

/** Is it drawn in the page? Anything else is saved and opened elsewhere: a document is never run in our name. */
export function isPicture({ type }: Pick<Attachment, 'type'>): boolean {
  return type === 'png' || type === 'jpeg';
}

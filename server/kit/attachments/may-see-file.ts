import type { Kysely } from 'kysely';
import { definitions } from '#contract/definitions.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { visibleRecord } from './visible-record.ts';

/** Whose a stored file is: a person's until a record uses it. */
export interface FileOwner {
  readonly admin_id: number;
  readonly doc_type: string | null;
  readonly doc_id: number | null;
}

/** May this person fetch the file now? Its uploader while nobody uses it, afterwards whoever sees the record. */
export async function maySeeFile(db: Kysely<unknown>, actor: Actor, owner: FileOwner): Promise<boolean> {
  if (owner.doc_id === null) return owner.admin_id === actor.id;
  const definition = definitions.find(({ name }) => name === owner.doc_type);
  const access = definition?.calls.detail?.[1];
  if (!definition || !access || !allows(actor, access)) return false;
  return (await visibleRecord(db, definition, { actor, id: owner.doc_id })) !== undefined;
}

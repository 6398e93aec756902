import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { attachmentCalls } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { personNamed } from '#server/import/staff.ts';
import type { Chance } from './chance.ts';
import type { Clerks } from './clerks.ts';
import type { SeedStep } from './context.ts';
import { demoPdf } from './demo-pdf.ts';

/** Who works at what in a part of the demo company. */
export interface Desk {
  readonly step: SeedStep;
  readonly clerks: Clerks;
  readonly chance: Chance;
}

/** A scanned paper that somebody uploaded for a document. */
export async function attachPaper(
  { step: { tx, files, now }, clerks, chance }: Desk,
  { definition, id, kind, by }: { definition: AnyDefinition; id: number; kind: string; by: string },
): Promise<void> {
  const person = await personNamed(tx, by);
  const calls = attachmentCalls(definition);
  if (!person || !calls) throw new Error(`${by} attaches nothing to ${definition.name}`);
  const bytes = demoPdf([`${definition.name.toUpperCase()} ${id}`, 'Signed copy of the demo company.']);
  const draft = await files.draft(chance.uuid().replaceAll('-', ''));
  await writeFile(draft.path, bytes);
  const { size } = await draft.commit();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await sql`
    insert into stored_file (file_id, name, type, size, sha256, admin_id, purpose, ready, created_at)
    values (${draft.id}, ${`${definition.label}${id}.pdf`}, 'pdf', ${size}, ${sha256}, ${person.id}, 'voucher', true, ${now.toISOString()})`.execute(
    tx,
  );
  await clerks.ask(by, calls.attach, { id, files: [{ id: draft.id, kind }] });
}

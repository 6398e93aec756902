import { areas } from '../../areas.ts';
import type { Access } from '../../kit/call.ts';
import type { ImportForm } from './import-columns.ts';
import type { ImportKind } from './imports.ts';
import type { ImportType } from './task.ts';

/** Every kind of import that the areas have. */
export const everyImport: readonly ImportKind[] = areas.flatMap((area) => area.imports ?? []);

/** The same by their ids. */
export const importKinds = byType(everyImport.map((kind) => [kind.type, kind]));

/** What each kind reads. */
export const importForms: Readonly<Record<ImportType, ImportForm>> = byType(
  everyImport.map((kind) => [kind.type, kind.form]),
);

/** The keys of which a person needs one to upload a sheet. */
export const importAccesses: readonly Access[] = everyImport.map(({ access }) => access);

function byType<T>(entries: readonly (readonly [ImportType, T])[]): Readonly<Record<ImportType, T>> {
  return Object.fromEntries(entries) as Record<ImportType, T>;
}

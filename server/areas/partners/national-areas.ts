import { sql } from 'kysely';
import { z } from 'zod';
import { type AreaRow, areasCall } from '#contract/areas/partners/area-calls.ts';
import { area } from '#contract/areas/partners/national-area.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** The areas of the country, whole or those directly within one: a select has them all at once and asks no further. */
export function serveNationalAreas({ registry }: Kit): void {
  const asked = z.strictObject({
    parent_code: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  });
  registry.read(areasCall, asked, areasOf, area);
}

async function areasOf(
  { db }: ReadContext,
  { parent_code: parent }: { parent_code?: string },
): Promise<{ list: AreaRow[] }> {
  const within = parent === undefined ? sql`` : sql` where parent_code = ${parent}`;
  const { rows } = await sql<AreaRow>`select code, parent_code, name, level from area${within} order by code`.execute(
    db,
  );
  return { list: rows };
}

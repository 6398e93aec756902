import { sql } from 'kysely';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import type { ReportPlace } from '#contract/areas/purchasing/imperfect-report.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

/** The warehouses in use whose goods this person may report. */
export async function readReportPlaces({ db, actor }: ReadContext): Promise<{ list: ReportPlace[] }> {
  const { rows } = await sql<ReportPlace>`
    select r.id, r.name from warehouse r where r.status = 1 and ${isVisible(warehouse, actor, 'r')} order by r.warehouse_no`.execute(
    db,
  );
  return { list: rows };
}

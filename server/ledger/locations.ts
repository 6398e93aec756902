import { type Kysely, sql } from 'kysely';

export type Counterparty = 'supplier' | 'customer' | 'gain_loss' | 'own_use' | 'scrap' | 'opening';

/** The locations a posting of one warehouse needs: its own, its transit, and the counterparties. */
export interface Locations extends Record<Counterparty, number> {
  readonly warehouse: number;
  readonly transit: number;
}

/** Reads the locations around one warehouse. They are made with the warehouse and never change. */
export async function locationsOf(db: Kysely<unknown>, warehouseId: number): Promise<Locations> {
  const { rows } = await sql<{ kind: keyof Locations; id: number }>`
    select kind, id from location where warehouse_id = ${warehouseId} or warehouse_id is null`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.kind, row.id])) as unknown as Locations;
}

import { type Kysely, sql } from 'kysely';

/** Who and what a sheet of contracts may name, by name and number; what two have in common names neither. */
export interface KnownPartners {
  readonly suppliers: ReadonlyMap<string, number>;
  readonly purchasers: ReadonlyMap<string, number>;
  readonly brands: ReadonlyMap<string, number>;
}

/** Suppliers, purchasers and brands in use. */
export async function knownPartners(db: Kysely<unknown>): Promise<KnownPartners> {
  const { rows } = await sql<{ sort: keyof KnownPartners; name: string; id: number }>`
    select 'suppliers' as sort, n.name, s.id from supplier s cross join lateral unnest(array[s.name, s.supplier_no]) as n (name) where s.status = 1
    union select 'purchasers', n.name, p.id from purchaser p cross join lateral unnest(array[p.name, p.purchaser_no]) as n (name) where p.status = 1
    union select 'brands', b.name, b.id from brand b where b.status = 1`.execute(db);
  const of = (sort: keyof KnownPartners): Map<string, number> => {
    const found = new Map<string, number>();
    const shared = new Set<string>();
    for (const { name, id } of rows.filter((row) => row.sort === sort && row.name !== null)) {
      if (found.has(name)) shared.add(name);
      found.set(name, id);
    }
    for (const name of shared) found.delete(name);
    return found;
  };
  return { suppliers: of('suppliers'), purchasers: of('purchasers'), brands: of('brands') };
}

import { type Kysely, sql } from 'kysely';
import { bank } from '#contract/areas/partners/bank.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { bases } from '#server/kit/frame.ts';
import { accountNo, addSubBranch, lineNo } from './bank-accounts.ts';
import { addColor, next } from './goods.ts';
import { addDepartment, creditCode } from './partners.ts';
import { person, writing } from './people.ts';
import { type Make, maker, type Special } from './samples.ts';
import type { TestServer } from './server.ts';

/** Makes records of every definition through the server's own calls, as somebody who may do everything. */
export function makerOf(
  db: Kysely<unknown>,
  { server, everyone }: { server: Pick<TestServer, 'call'>; everyone: Record<string, string> },
): { make: Make; special: Special } {
  /** What the guards of some definitions ask of a sample besides: a colour is a value of the colour attribute, a shop stands in a shop's warehouse. */
  const special: Special = {
    role: async () => ({ code: `r${crypto.randomUUID().slice(0, 8)}` }),
    sku: async () => ({ color_value_id: await addColor(db) }),
    shop: async () => ({ district_id: await addDepartment(db, 3), warehouse_id: await sellingWarehouse() }),
    purchaser: async () => {
      const department = await addDepartment(db);
      const { id } = await person(db);
      await sql`update admin set main_organize_id = ${department} where id = ${id}`.execute(db);
      return { admin_id: id, department_id: department };
    },
    supplier: async () => ({ credit_code: creditCode() }),
    bank: async () => ({ code: `B${next()}`, status: 1 }),
    subBranch: async () => ({ line_no: lineNo(), status: 1 }),
    logistics: async () => ({ code: `WL${next()}` }),
    supplierAccount: async () => {
      const bank_id = await make(bank);
      const sub_branch_id = await addSubBranch(db, { bank_id });
      return { account_no: accountNo(), bank_id, sub_branch_id };
    },
  };
  const make: Make = maker(db, {
    special,
    add: async (definition, values) => {
      const { body } = await server.call(addressOf(definition, definition.calls.add?.[0] ?? ''), values, {
        headers: writing(everyone),
      });
      if (body.code !== 200) throw new Error(`${definition.name} refuses its sample: ${JSON.stringify(body)}`);
      return (body.result as { id: number }).id;
    },
  });
  const sellingWarehouse = async (): Promise<number> => {
    const id = await make(warehouse);
    await sql`update warehouse set type = 2 where id = ${id}`.execute(db);
    return id;
  };
  return { make, special };
}

/** Where a call of a definition's group is answered. */
export const addressOf = (definition: AnyDefinition, segment: string): string =>
  `${bases[definition.service]}${definition.group}/${segment}`;

import { codeStatus, notInStockYet } from '#contract/areas/codes/code-enums.ts';
import type { CodeMove, StandingCode } from './code-move.ts';
import { counterparties, locationsOf } from './locations.ts';

/** Where a code is in this state: one location, and the warehouse that people know it by. A check of the table says the same. */
export function placeOfCode(
  code: Pick<StandingCode, 'status' | 'location' | 'warehouseId' | 'uniqueCode'>,
  { warehouseId: given, step }: Pick<CodeMove, 'warehouseId' | 'step'>,
  status: number,
): { location: number | null; warehouseId: number | null } {
  const warehouseId = given ?? code.warehouseId;
  if (notInStockYet.includes(status)) return { location: null, warehouseId };
  if (status === codeStatus.void) return { location: endOf(code), warehouseId };
  const outside = outsideOf[status];
  if (outside !== undefined) return { location: outside, warehouseId: code.warehouseId };
  if (warehouseId === null) throw new Error(`code ${code.uniqueCode} is moved by ${step} to no warehouse`);
  const { warehouse, transit } = locationsOf(warehouseId);
  return { location: status === codeStatus.moving ? transit : warehouse, warehouseId };
}

const outsideOf: Readonly<Record<number, number>> = {
  [codeStatus.sold]: counterparties.customer,
  [codeStatus.returned]: counterparties.supplier,
  [codeStatus.lost]: counterparties.gain_loss,
};

// A code that never had a piece ends nowhere, one whose piece went back to its supplier ends there.
function endOf({ status, location }: Pick<StandingCode, 'status' | 'location'>): number | null {
  if (notInStockYet.includes(status)) return null;
  return status === codeStatus.returned ? location : counterparties.scrap;
}

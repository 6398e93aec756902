import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';

/** Where a document that moved stock is looked at; undefined for one whose screen is of another time. */
export function documentAddress(docType: unknown, id: unknown): string | undefined {
  const path = typeof docType === 'string' ? paths[docType] : undefined;
  return path && typeof id === 'number' ? `${path}?id=${id}` : undefined;
}

const paths: Readonly<Record<string, string>> = {
  [stockAdjustment.name]: '/storage/stockAdjustmentDet',
  [stocktaking.name]: '/storage/stocktakingDetal',
};

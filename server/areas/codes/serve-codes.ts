import { codeRecord } from '#contract/areas/codes/code-record.ts';
import { goodsPool } from '#contract/areas/codes/goods-pool.ts';
import { inWareCode } from '#contract/areas/codes/in-ware-code.ts';
import { uniqueCode } from '#contract/areas/codes/unique-code.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveCodeFiles } from './file/serve-files.ts';
import { bindWrittenTags } from './on-tags-written.ts';
import { serveCodeOrders } from './order/serve-orders.ts';
import { serveCodeReturns } from './returns/serve-returns.ts';
import { serveChanges } from './serve-changes.ts';
import { serveTrack } from './track-code.ts';

/** Orders, files and returns of codes, where each code is, and all that happened to it. */
export function serveCodes(kit: Kit): void {
  serveCodeOrders(kit);
  serveEntity(kit, uniqueCode);
  serveEntity(kit, codeRecord);
  serveEntity(kit, goodsPool);
  serveEntity(kit, inWareCode);
  serveChanges(kit);
  serveCodeFiles(kit);
  serveCodeReturns(kit);
  serveTrack(kit);
  bindWrittenTags(kit);
}

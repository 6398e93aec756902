import type { CodeStep } from '#contract/areas/codes/code-life.ts';

/** One code on its way through one step. What is left out stays as it is. */
export interface CodeMove {
  readonly codeId: number;
  readonly step: CodeStep;
  /** The warehouse it comes to: of goods that come in, are signed for or taken back; of goods that are sent, the receiver. */
  readonly warehouseId?: number;
  /** The grade it comes in. */
  readonly imperfectType?: number;
  readonly epc?: string;
  readonly position?: string;
  /** Of a piece that comes in: the line of the inbound batch. */
  readonly origin?: number;
  /** Of a piece that is sold: the order. */
  readonly orderNo?: string;
  /** The line of the document that moves it. */
  readonly lineId?: number | null;
  readonly remark?: string;
}

/** A code as it stands under its lock. */
export interface StandingCode {
  readonly id: number;
  readonly uniqueCode: string;
  readonly epc: string | null;
  readonly skuId: number;
  readonly skuNo: string;
  readonly codeOrderId: number;
  readonly status: number;
  readonly seq: number;
  readonly location: number | null;
  readonly warehouseId: number | null;
  readonly imperfectType: number;
  readonly position: string | null;
  readonly origin: number | null;
  readonly orderNo: string | null;
  readonly docType: string | null;
  readonly docId: number | null;
  readonly docNo: string | null;
}

/** A move that was judged, and where it leads. */
export interface MovedCode {
  readonly code: StandingCode;
  readonly move: CodeMove;
  readonly status: number;
  readonly location: number | null;
  readonly warehouseId: number | null;
  readonly imperfectType: number;
}

import { command, query } from '../../kit/call.ts';

/** Goods that somebody found imperfect in front of a shelf, as it leaves a device: one record each, judged in the office like any other. */
export interface ImperfectReport {
  /** Made on the device before the report is shown as kept; unchanged on every retry. */
  op_id: string;
  /** What was scanned or typed: a barcode or a SKU number. The server decides which goods it is. */
  barcode: string;
  source_type: number;
  /** What they are now, never first quality. */
  imperfect_type: number;
  qty: number;
  reason: string;
  /** The picture, sent before as a file of its own; null where none was taken. */
  file_id: string | null;
  /** ISO time of the deed, corrected by the device's measured clock skew. Never the upload time. */
  found_at: string;
  /** The device does not vouch for `found_at`. */
  time_doubtful?: true;
}

/** The server's word on one report: it is a record now, or it says why not and waits on the device for a person. */
export interface ReportAnswer {
  op_id: string;
  outcome: 'accepted' | 'refused';
  code?: number;
  msg?: string;
}

/** Reports in one call: each takes stock and a picture, and people wait for the ones behind. */
export const reportsMost = 20;

/** Sends reports of one device and person about one warehouse, in order. A report that was answered before gets the same answer. */
export const imperfectReportCall = command<
  { warehouse_id: number; device_id: string; entries: ImperfectReport[] },
  { answers: ReportAnswer[]; server_time: string }
>({ service: 'erp', path: '/v1/stock/imperfectReport', access: 'stock:imperfectAdd' });

/** A warehouse whose goods this person may report. */
export interface ReportPlace {
  id: number;
  name: string;
}

export const reportPlacesCall = query<Record<string, never>, { list: ReportPlace[] }>({
  service: 'erp',
  path: '/v1/stock/imperfectPlaces',
  access: 'stock:imperfectAdd',
});

import { command, query } from '../../kit/call.ts';

/** A purchase order that is not finished, as the area of purchasing tells of it. Quantities in pieces. */
export interface OpenOrder {
  purchase_id: number;
  purchase_no: string;
  /** In words. */
  status: string;
  /** Ordered, not in yet and not closed. */
  open_qty: number;
  expect_date: string | null;
}

/** What a contract needs of authorisations: one answer for each of its brands. */
export interface BrandCover {
  brand_id: number;
  brand_name: string;
  /** The authorisation that reaches furthest, if there is one that has not ended. */
  auth_id: number | null;
  auth_level: number | null;
  start_date: string | null;
  end_date: string | null;
  /** Whether it lets the contract be submitted and take effect now. */
  covered: boolean;
}

/** A row of an imported sheet that made no contract. */
export interface ContractImportError {
  row_no: number | null;
  error: string;
}

/** How far a contract is kept. Rates in basis points; money in fen, only with `stock:costView`. */
export interface ContractStanding {
  contract_id: number;
  contract_no: string;
  name: string;
  /** In words. */
  status: string;
  in_qty: number;
  back_qty: number;
  /** Submitted and not out yet. */
  leaving_qty: number;
  return_rate_bp: number | null;
  /** Of what came in, what went back and is on its way back. */
  returned_bp: number;
  /** More goes back than was agreed on. */
  over: boolean;
  rebate_rate_bp: number | null;
  in_amount: number | null;
  back_amount: number | null;
  /** The rate of what came in less what went back. */
  rebate_amount: number | null;
}

/** What contracts of a supplier come to, and how much of their rebates was received or is set off. */
export interface SupplierStanding {
  list: ContractStanding[];
  rebate_amount: number | null;
  rebate_received: number | null;
}

const viewed = { service: 'erp', access: 'contract:view' } as const;

export const contractCalls = {
  /** The open purchase orders of a contract: what a termination leaves behind. */
  openOrders: query<{ id: number }, { list: OpenOrder[] }>({ ...viewed, path: '/v1/contract/openOrders' }),
  /** What became of the terms of a supplier's contracts that are in force or over. */
  standing: query<{ supplier_id: number }, SupplierStanding>({ ...viewed, path: '/v1/contract/standing' }),
  /** Which of its brands a contract has an authorisation for. */
  brandCover: query<{ id: number }, { list: BrandCover[] }>({ ...viewed, path: '/v1/contract/brandCover' }),
  /** Uploaded files that become a contract's (api.csv): the same as its attachments, for whoever keeps its papers. */
  scanSave: command<{ contract_id: number; files: { id: string; kind: string }[] }, { count: number }>({
    service: 'erp',
    path: '/v1/contract/scanSave',
    access: 'contract:brandAuth',
  }),
  /** What an import of the caller's refused; `import_id` is the id of its task. */
  importErrors: query<{ import_id: number }, { list: ContractImportError[]; total: number }>({
    service: 'erp',
    path: '/v1/contract/importErrors',
    access: 'contract:import',
  }),
};

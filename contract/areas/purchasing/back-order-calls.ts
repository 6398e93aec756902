import { query } from '../../kit/call.ts';

/** How much goes back by a contract, with the return that is asked about. Rates in basis points, of the amount that came in. */
export interface ReturnRate {
  contract_no: string;
  return_rate_bp: number;
  /** What went back and is on its way back, without this return. */
  others_bp: number;
  /** With it. */
  returned_bp: number;
}

/** The contracts by which goods of a return came, and of which more goes back by it than was agreed on. */
export const returnRates = query<{ id: number }, { list: ReturnRate[] }>({
  service: 'erp',
  path: '/v1/backOrder/rates',
  access: 'backOrder:view',
});

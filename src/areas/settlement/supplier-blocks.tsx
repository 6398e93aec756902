import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { fine } from '#contract/areas/settlement/fine.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { relatedBlock } from '#src/kit/desk/detail/related-block.tsx';

export const fines = relatedBlock(fine, 'supplier_id');

export const bills = relatedBlock(checkBill, 'supplier_id');

export const statements = relatedBlock(statement, 'supplier_id');

export const payments = relatedBlock(payment, 'supplier_id');

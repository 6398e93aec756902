-- K48: what pieces of a batch cost where they left is what they cost where they came, and as many came as left.
select doc_type, doc_id, op_id, sku_id, in_ware_detail_id, sum(delta) as pieces, sum(cost_amount) as cost
from stock_ledger where cost_amount is not null group by 1, 2, 3, 4, 5 having sum(delta) <> 0 or sum(cost_amount) <> 0;

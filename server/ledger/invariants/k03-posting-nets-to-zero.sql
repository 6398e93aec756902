-- K03: what a posting takes from one place it brings to another; grades may change, pieces may not.
select doc_type, doc_id, op_id, sku_id, sum(delta) as rest from stock_ledger group by 1, 2, 3, 4 having sum(delta) <> 0;

-- K170: what stands at the last day that is made is what the ledgers say up to it, where the days are as many rows as the ledgers have.
select coalesce(s.warehouse_id, l.warehouse_id) as warehouse_id, coalesce(s.sku_id, l.sku_id) as sku_id, coalesce(s.imperfect_type, l.imperfect_type) as imperfect_type,
  s.end_qty, l.qty, s.end_amount, l.amount
from (
  select warehouse_id, sku_id, imperfect_type, co_model, supplier_id, end_qty, end_amount, transit_qty, transit_amount from stock_balance_snapshot where next_date = 'infinity'
) s
full join (
  select warehouse_id, sku_id, imperfect_type, co_model, supplier_id, coalesce(sum(qty) filter (where not in_transit), 0) as qty, coalesce(sum(amount) filter (where not in_transit), 0) as amount,
    coalesce(sum(qty) filter (where in_transit), 0) as transit_qty, coalesce(sum(amount) filter (where in_transit), 0) as transit_amount
  from stock_movement where business_date <= (select max(day) from stock_balance_day) group by 1, 2, 3, 4, 5
) l on l.warehouse_id = s.warehouse_id and l.sku_id = s.sku_id and l.imperfect_type = s.imperfect_type and l.co_model = s.co_model and coalesce(l.supplier_id, 0) = coalesce(s.supplier_id, 0)
where (s.end_qty, s.end_amount, s.transit_qty, s.transit_amount) is distinct from (l.qty, l.amount, l.transit_qty, l.transit_amount)
  -- What came late to an open day waits for the next making.
  and not exists (
    select 1 from stock_balance_day d where (d.ledger_rows, d.value_rows) is distinct from
      ((select count(*) from stock_ledger r where r.business_date = d.day), (select count(*) from stock_value_ledger v where v.business_date = d.day))
      and d.day > coalesce((select max(end_date) from account_period where status = 2), '-infinity'));

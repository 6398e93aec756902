-- I12: what is kept of a closed month is what its days say; an open month has nothing kept.
select coalesce(m.period, d.period) as period, coalesce(m.warehouse_id, d.warehouse_id) as warehouse_id, coalesce(m.sku_id, d.sku_id) as sku_id, m.end_qty, d.end_qty as of_days
from stock_balance_month m
full join (
  select p.period, s.warehouse_id, s.sku_id, s.imperfect_type, s.co_model, s.supplier_id, sum(s.begin_qty) as begin_qty, sum(s.in_qty) as in_qty, sum(s.out_qty) as out_qty,
    sum(s.end_qty) as end_qty, sum(s.begin_amount) as begin_amount, sum(s.end_amount) as end_amount
  from account_period p cross join lateral stock_standing(p.start_date, p.end_date) s
  where p.status = 2 and exists (select 1 from stock_balance_month m where m.period = p.period) group by 1, 2, 3, 4, 5, 6
) d on d.period = m.period and d.warehouse_id = m.warehouse_id and d.sku_id = m.sku_id and d.imperfect_type = m.imperfect_type and d.co_model = m.co_model
  and coalesce(d.supplier_id, 0) = coalesce(m.supplier_id, 0)
where (m.begin_qty, m.in_qty, m.out_qty, m.end_qty, m.begin_amount, m.end_amount) is distinct from (d.begin_qty, d.in_qty, d.out_qty, d.end_qty, d.begin_amount, d.end_amount)

union all
select m.period, m.warehouse_id, m.sku_id, m.end_qty, null from stock_balance_month m join account_period p using (period) where p.status <> 2;

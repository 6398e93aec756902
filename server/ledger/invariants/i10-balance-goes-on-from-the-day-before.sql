-- I10: a balance ends with what it began with, what came and what went, and begins with what the one before ended with; it holds until the next.
select * from (
  select id, balance_date, next_date, begin_qty, in_qty, out_qty, end_qty,
    lag(end_qty) over w as before, lead(balance_date) over w as next
  from stock_balance_snapshot window w as (partition by warehouse_id, sku_id, imperfect_type, co_model, supplier_id order by balance_date)
) b where end_qty <> begin_qty + in_qty - out_qty or begin_qty <> coalesce(before, 0) or next_date <> coalesce(next, 'infinity');

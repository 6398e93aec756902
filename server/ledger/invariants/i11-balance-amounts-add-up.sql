-- I11: the same in money, with changes of cost; and what moved is what was bought, given back, moved, sold, brought back, and all else.
select id, balance_date from (
  select *, lag(end_amount) over (partition by warehouse_id, sku_id, imperfect_type, co_model, supplier_id order by balance_date) as before from stock_balance_snapshot
) b where end_amount <> begin_amount + in_amount - out_amount + adjust_amount or begin_amount <> coalesce(before, 0)
  or in_qty - out_qty <> purchase_qty - back_qty + allot_in_qty - allot_out_qty - sale_qty + sale_back_qty + other_qty
  or in_amount - out_amount <> purchase_amount - back_amount + allot_in_amount - allot_out_amount - sale_cost + sale_back_cost + other_amount;

-- K122: the batches of an order's lines are those that the ledger took for them, and those that took the place of what was not there; never more of one is
-- given back than was sold of it.
with kept as (
  select i.sale_order_id as order_id, b.order_item_id as line_id, b.in_ware_detail_id, sum(b.qty) as qty
  from order_item_batch b join sale_order_item i on i.id = b.order_item_id group by 1, 2, 3
), moved as (
  select order_id, line_id, in_ware_detail_id, sum(qty) as qty from (
    select r.doc_id as order_id, r.line_id, r.in_ware_detail_id, -r.delta as qty from stock_ledger r join sale_order o on o.id = r.doc_id and not o.imported
    where r.doc_type = 'order' and r.warehouse_id is not null and r.biz_type in (201, 207) and r.in_ware_detail_id is not null and r.corrects_count_of is null
    union all
    select n.source_id, n.source_line_id, b.in_ware_detail_id, f.qty
    from negative_inventory_offset f join negative_inventory n on n.id = f.negative_inventory_id join stock_batch b on b.id = f.stock_batch_id
      join sale_order o on o.id = n.source_id and not o.imported
    where n.source_type = 'order'
  ) m group by 1, 2, 3
)
select coalesce(k.order_id, m.order_id) as order_id, coalesce(k.line_id, m.line_id) as line_id, coalesce(k.in_ware_detail_id, m.in_ware_detail_id) as batch, k.qty, m.qty as moved
from kept k full join moved m using (line_id, in_ware_detail_id) where k.qty is distinct from m.qty;

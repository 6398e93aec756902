-- I47: no more came back of a line than left, no more left or was given up than was ordered, and what left is of its batches, or is missing still, or came
-- back before a batch took its place.
select i.id, i.sale_order_id, i.qty, i.shipped_qty, i.cancelled_qty, i.returned_qty, b.qty as of_batches, n.qty as of_none
from sale_order_item i join sale_order o on o.id = i.sale_order_id and not o.imported
cross join lateral (
  select coalesce(sum(qty), 0) as qty, coalesce(sum(final_amount), 0) as final from order_item_batch where order_item_id = i.id) b
cross join lateral (
  select coalesce(sum(n.open_qty + (select coalesce(sum(f.qty), 0) from negative_inventory_offset f where f.negative_inventory_id = n.id and f.offset_type = 4)), 0) as qty
  from negative_inventory n where n.source_type = 'order' and n.source_line_id = i.id) n
where i.returned_qty > i.shipped_qty or i.shipped_qty + i.cancelled_qty > i.qty or b.qty + n.qty <> i.shipped_qty
  or b.final > i.final_amount or b.qty = i.qty and b.final <> i.final_amount;

-- K121: what was sent of the lines of an order that no till sold is what was picked for its deliveries, and the figures above the lines are theirs.
select 'line' as what, i.sale_order_id as id, i.id as line_id, i.shipped_qty as is, coalesce(s.qty, 0) as due
from sale_order o join sale_order_item i on i.sale_order_id = o.id
left join (
  select l.order_item_id, sum(l.pick_qty) as qty from order_out d join order_out_line l on l.order_out_id = d.id where d.status = 4 group by 1) s
  on s.order_item_id = i.id
where not o.imported and o.source <> 1 and i.shipped_qty <> coalesce(s.qty, 0)
union all
select 'delivery', d.id, null, d.total_qty, sum(l.qty) from order_out d left join order_out_line l on l.order_out_id = d.id
group by d.id having d.total_qty is distinct from sum(l.qty) or d.pick_qty is distinct from coalesce(sum(l.pick_qty), 0) or bool_or(l.pick_qty > l.qty)
union all
select 'order', o.id, null, o.shipped_qty, sum(i.shipped_qty) from sale_order o join sale_order_item i on i.sale_order_id = o.id where not o.imported
group by o.id having o.shipped_qty <> sum(i.shipped_qty) or o.cancelled_qty <> sum(i.cancelled_qty);

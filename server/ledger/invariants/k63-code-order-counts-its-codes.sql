-- K63: an order of codes says how many of its codes are bound, came in and are void; issued, it has as many as it asks for.
with counted as (
  select code_order_id, count(*) as made, count(epc) as bound, count(into_time) as came, count(*) filter (where status = -1) as gone from piece_code group by 1
)
select o.id, o.status, o.total_qty, c.* from code_order o left join counted c on c.code_order_id = o.id
where o.bound_qty <> coalesce(c.bound, 0) or o.in_qty <> coalesce(c.came, 0) or o.void_qty <> coalesce(c.gone, 0)
  or coalesce(c.made, 0) <> case when o.issued_at is null then 0 else o.total_qty end
union all
select o.id, o.status, o.total_qty, l.code_order_id, l.qty, l.bound_qty, l.in_qty, null from code_order o join code_order_line l on l.code_order_id = o.id
left join (select code_order_id, sku_id, count(*) as made, count(epc) as bound, count(into_time) as came from piece_code group by 1, 2) c
  on c.code_order_id = o.id and c.sku_id = l.sku_id
where l.bound_qty <> coalesce(c.bound, 0) or l.in_qty <> coalesce(c.came, 0) or o.issued_at is not null and l.qty <> coalesce(c.made, 0);

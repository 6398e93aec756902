-- Stock is looked for by what its goods are – season, sex, main supplier – and by what the rules say of it: too little, not selling.

create or replace view stock as
select b.id, b.warehouse_id, b.sku_id, s.name as sku_name, s.brand_id, s.category_id, b.imperfect_type,
  b.on_hand as qty_on_hand, b.locked as qty_locked, b.on_hand - b.locked as qty_available,
  coalesce((select t.on_hand from stock_balance t join location l on l.id = t.location_id
    where l.kind = 'transit' and l.warehouse_id = b.warehouse_id and t.sku_id = b.sku_id and t.imperfect_type = b.imperfect_type), 0) as qty_in_transit,
  b.last_in_at, b.last_out_at, greatest(b.last_in_at, b.last_out_at) as last_moved_at, b.cost_amount, b.open_negative as qty_negative,
  case when exists (select 1 from stock_rule where status = 1 and rule_type = 1)
    then (select r.min_qty from stock_rule r where r.id = stock_rule_for(1, b.warehouse_id, b.sku_id)) end as min_qty,
  case when exists (select 1 from stock_rule where status = 1 and rule_type = 1)
    then (select r.max_qty from stock_rule r where r.id = stock_rule_for(1, b.warehouse_id, b.sku_id)) end as max_qty,
  case when exists (select 1 from stock_rule where status = 1 and rule_type = 4) then b.on_hand > 0 and coalesce((
    select greatest(b.last_in_at, b.last_out_at) < now() - make_interval(days => r.unsale_days::int)
    from stock_rule r where r.id = stock_rule_for(4, b.warehouse_id, b.sku_id)), false) end as is_unsold,
  -- Joined by their keys alone: a question that asks none of these does not read the styles.
  p.season_name, p.sex_name, p.supplier_id,
  case when exists (select 1 from stock_rule where status = 1 and rule_type = 1) then coalesce((
    select b.on_hand - b.locked < r.min_qty from stock_rule r where r.id = stock_rule_for(1, b.warehouse_id, b.sku_id)), false) end as is_below_min
from stock_balance b left join sku s on s.id = b.sku_id left join spu p on p.id = s.spu_id
where b.warehouse_id is not null;

-- K69: of the rules of stock in force no two are equally near to any goods with the same priority, and what a rule names is there.
select r.id, o.id as other, 'same' as what from stock_rule r join stock_rule o on o.id > r.id and o.rule_type = r.rule_type and o.priority = r.priority
where r.status = 1 and o.status = 1 and o.warehouse_ids && r.warehouse_ids and (o.category_ids && r.category_ids or o.sku_ids && r.sku_ids
  or cardinality(o.category_ids) + cardinality(o.sku_ids) + cardinality(r.category_ids) + cardinality(r.sku_ids) = 0)
union all
select r.id, w.id, 'warehouse' from stock_rule r cross join unnest(r.warehouse_ids) as w (id) where not exists (select 1 from warehouse k where k.id = w.id)
union all
select r.id, c.id, 'category' from stock_rule r cross join unnest(r.category_ids) as c (id) where not exists (select 1 from category k where k.id = c.id)
union all
select r.id, s.id, 'goods' from stock_rule r cross join unnest(r.sku_ids) as s (id) where not exists (select 1 from sku k where k.id = s.id);

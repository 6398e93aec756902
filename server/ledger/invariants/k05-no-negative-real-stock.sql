-- K05: a van holds no less than nothing, a warehouse only by the pieces of its open cases, exactly, each of goods that a rule let or that had
-- been sold already; neither promises more than its batches hold (amendments B and G10).
select 'balance' as what, b.id, b.location_id, b.sku_id, b.on_hand, b.locked, b.open_negative, n.open as open
from stock_balance b join location l on l.id = b.location_id
left join (
  select warehouse_id, sku_id, imperfect_type, sum(open_qty)::bigint as open from negative_inventory group by 1, 2, 3
) n on l.kind = 'warehouse' and n.warehouse_id = l.warehouse_id and n.sku_id = b.sku_id and n.imperfect_type = b.imperfect_type
where (l.kind in ('warehouse', 'transit')) <> b.guarded or b.open_negative <> coalesce(n.open, 0)
  or (l.kind in ('warehouse', 'transit') and (b.locked < 0 or b.open_negative < 0 or b.locked > b.on_hand + b.open_negative))
union all
select 'case', n.id, null, n.sku_id, null, null, null, n.open_qty from negative_inventory n left join stock_rule r on r.id = n.rule_id and r.rule_type = 2
where (n.cause = 1) <> (r.id is not null) or n.cause = 2 and n.biz_type not in (201, 207)
  or n.open_qty > 0 and not exists (
    select 1 from stock_balance b where b.warehouse_id = n.warehouse_id and b.sku_id = n.sku_id and b.imperfect_type = n.imperfect_type);

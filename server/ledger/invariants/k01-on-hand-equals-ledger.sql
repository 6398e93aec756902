-- K01: a balance is the sum of its ledger rows.
select coalesce(b.location_id, r.location_id) as location_id, coalesce(b.sku_id, r.sku_id) as sku_id, coalesce(b.imperfect_type, r.imperfect_type) as imperfect_type, b.on_hand, r.total
from stock_balance b
full join (select location_id, sku_id, imperfect_type, sum(delta) as total from stock_ledger group by 1, 2, 3) r using (location_id, sku_id, imperfect_type)
where coalesce(b.on_hand, 0) <> coalesce(r.total, 0);

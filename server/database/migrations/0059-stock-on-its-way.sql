-- Goods on their way to a warehouse that never had them are stock of that warehouse too: lists, sums and exports go by its balances, so there
-- is one as soon as something is on its way.
create function give_arriving_balance() returns trigger language plpgsql as $$
begin
  insert into stock_balance (location_id, warehouse_id, sku_id, imperfect_type, guarded)
  select w.id, w.warehouse_id, new.sku_id, new.imperfect_type, true
  from location t join location w on w.warehouse_id = t.warehouse_id and w.kind = 'warehouse' where t.id = new.location_id and t.kind = 'transit'
  on conflict do nothing;
  return null;
end
$$;
create trigger stock_balance_arriving after insert on stock_balance for each row when (new.guarded and new.warehouse_id is null)
  execute function give_arriving_balance();

insert into stock_balance (location_id, warehouse_id, sku_id, imperfect_type, guarded)
select w.id, w.warehouse_id, b.sku_id, b.imperfect_type, true
from stock_balance b join location t on t.id = b.location_id and t.kind = 'transit' join location w on w.warehouse_id = t.warehouse_id and w.kind = 'warehouse'
order by 1, 3, 4 on conflict do nothing;

-- K04: over all locations, every piece that is somewhere came from somewhere.
select sku_id, sum(on_hand) as rest from stock_balance group by 1 having sum(on_hand) <> 0;

-- K02: in the order of posting, each row goes on where the one before it ended.
select id, balance_before, expected from (
  select id, balance_before, coalesce(lag(balance_after) over (partition by location_id, sku_id, imperfect_type order by id), 0) as expected from stock_ledger
) x where balance_before <> expected;

-- K47: a sheet freezes goods from its start to its end, and no longer.
select f.stocktaking_id, t.stocktaking_no, t.status from stock_freeze f join stocktaking t on t.id = f.stocktaking_id where t.status not between 1 and 5;

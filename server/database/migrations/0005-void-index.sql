-- A new sheet is in no statistics, so the planner takes it for a few rows; looking for the un-counts of each of its counts
-- then read the whole sheet again for every one of them. This index is so small that it is always the cheaper way.
drop index stocktaking_count_voids;
create index stocktaking_count_voids on stocktaking_count (stocktaking_id, voids) where kind = 'void';

-- What a sheet counts is settled when it starts (decision 0030), where categories or brands limit it: goods move between those,
-- while named goods stay what they are and a sheet without a limit counts everything.

-- The SKUs there were at its start, as runs of ids. Not a greatest id: one that is lower may have been saved later.
create table stocktaking_scope (
  stocktaking_id bigint primary key references stocktaking (id) on delete cascade,
  known_skus int8multirange not null
);

-- Those of them that it counts.
create table stocktaking_goods (
  stocktaking_id bigint not null references stocktaking (id) on delete cascade,
  sku_id bigint not null references sku (id),
  primary key (stocktaking_id, sku_id)
);

-- Which SKUs each sheet counts: what was settled, and by where they stand now those that were made since, or all of them while
-- nothing is settled. A category stands for everything below it: a path holds the ids from the root.
create view stocktaking_counted as
select t.id as stocktaking_id, s.id as sku_id
from stocktaking t cross join sku s
where exists (select 1 from stocktaking_goods g where g.stocktaking_id = t.id and g.sku_id = s.id)
  or not exists (select 1 from stocktaking_scope o where o.stocktaking_id = t.id and o.known_skus @> s.id)
    and (t.scope_category_ids = '{}'
      or exists (select 1 from category c where c.id = s.category_id and string_to_array(c.path, '/')::bigint[] && t.scope_category_ids))
    and (t.scope_brand_ids = '{}' or s.brand_id = any(t.scope_brand_ids))
    and (t.scope_sku_ids = '{}' or s.id = any(t.scope_sku_ids));

-- A function, so that a posting pays for the question only where something is frozen: the planner takes a view apart.
create function is_counted(sheet bigint, goods bigint) returns boolean language sql stable
  return exists (select 1 from stocktaking_counted where stocktaking_id = sheet and sku_id = goods);

-- A freeze holds what its sheet counts.
alter table stock_freeze drop column category_ids, drop column brand_ids, drop column sku_ids;

-- What a sheet counted at its start was not written down: those that are under way go on with what lies in their scope now.
with started as (
  select id from stocktaking where status between 1 and 5 and (scope_category_ids <> '{}' or scope_brand_ids <> '{}')
), known as (
  insert into stocktaking_scope (stocktaking_id, known_skus)
  select id, (select coalesce(range_agg(int8range(s.id, s.id, '[]')), '{}') from sku s) from started
)
insert into stocktaking_goods (stocktaking_id, sku_id)
select c.stocktaking_id, c.sku_id from started join stocktaking_counted c on c.stocktaking_id = started.id;

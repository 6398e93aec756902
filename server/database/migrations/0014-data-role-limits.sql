-- The limits of a data role become fields of it, one for each dimension, so that it is listed, made and kept like any other
-- record. What reads scopes goes on reading them by dimension.

alter table data_role
  add column organize_ids bigint[] not null default '{}',
  add column warehouse_ids bigint[] not null default '{}',
  add column shop_ids bigint[] not null default '{}',
  add column supplier_ids bigint[] not null default '{}',
  add column brand_ids bigint[] not null default '{}',
  add column category_ids bigint[] not null default '{}';

update data_role r set
  organize_ids = coalesce((select value_ids from data_permission p where p.data_role_id = r.id and p.dimension = 'organize'), '{}'),
  warehouse_ids = coalesce((select value_ids from data_permission p where p.data_role_id = r.id and p.dimension = 'warehouse'), '{}'),
  shop_ids = coalesce((select value_ids from data_permission p where p.data_role_id = r.id and p.dimension = 'shop'), '{}'),
  supplier_ids = coalesce((select value_ids from data_permission p where p.data_role_id = r.id and p.dimension = 'supplier'), '{}'),
  brand_ids = coalesce((select value_ids from data_permission p where p.data_role_id = r.id and p.dimension = 'brand'), '{}'),
  category_ids = coalesce((select value_ids from data_permission p where p.data_role_id = r.id and p.dimension = 'category'), '{}');

drop table data_permission;

create view data_permission as
  select r.id as data_role_id, d.dimension, d.value_ids
  from data_role r cross join lateral (values
    ('organize', r.organize_ids), ('warehouse', r.warehouse_ids), ('shop', r.shop_ids),
    ('supplier', r.supplier_ids), ('brand', r.brand_ids), ('category', r.category_ids)
  ) as d (dimension, value_ids)
  where d.value_ids <> '{}';

create index data_role_name_order on data_role (name, id);
create index data_role_updated_at_order on data_role (updated_at, id);

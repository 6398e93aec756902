-- Which pieces of a line went back to their supplier, where they have codes.
alter table back_order_line add column code_ids bigint[] not null default '{}';

-- Imported orders and after-sales whose goods an import moved in the ledger, because it was asked to (decision 0026). All that is
-- there now moved nothing.

alter table sale_order add column stock_posted boolean not null default false;
alter table sale_order add constraint sale_order_stock_posted_check check (not stock_posted or imported);
alter table order_service add column stock_posted boolean not null default false;
alter table order_service add constraint order_service_stock_posted_check check (not stock_posted or imported);

-- Each till counts its own receipts, and anew each business year: an imported order or after-sale is known by these together (amendments H7).
drop index sale_order_imported_key;
create unique index sale_order_imported_key on sale_order
  (source_order_no, source, coalesce(shop_id, 0), date_part('year', ordered_at at time zone 'Asia/Shanghai')) where imported;
drop index order_service_imported_key;
create unique index order_service_imported_key on order_service
  (source_service_no, coalesce(shop_id, 0), date_part('year', applied_at at time zone 'Asia/Shanghai')) where imported;

-- I07: at a place that holds real goods, no more pieces have a code than there are.
select location_id, sku_id, imperfect_type, coded, on_hand from stock_balance where guarded and coded > on_hand;

-- I07: at a place that holds real goods, no more pieces have a code than its batches hold; pieces that left and were not there had none.
select location_id, sku_id, imperfect_type, coded, on_hand, open_negative from stock_balance where guarded and coded > on_hand + open_negative;

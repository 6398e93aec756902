-- Each till and channel counts its own receipts, and anew each business year: a pushed order is known by all of these together (amendments H7).
alter table order_push
  add column place text constraint order_push_place_check check (char_length(place) <= 96),
  add column business_year smallint;
update order_push p set
  place = case when o.source = 1 then s.shop_no else concat_ws('/', o.sale_channel_type, o.sale_channel_value) end,
  business_year = date_part('year', o.ordered_at at time zone 'Asia/Shanghai')
from sale_order o left join shop s on s.id = o.shop_id where o.id = p.order_id;
alter table order_push alter column place set not null, alter column business_year set not null;
alter table order_push drop constraint order_push_pkey;
alter table order_push add primary key (source_order_no, source, place, business_year);

-- What refunds without a return took of a batch's part of a line: pieces that come back later are worth that much less to their supplier, too.
alter table order_item_batch
  add column lowered_amount bigint not null default 0 constraint order_item_batch_lowered_amount_check check (lowered_amount >= 0);

-- I45: an order is to be paid what its goods cost less what was taken off, with the freight, and so says each of its lines. History and what a
-- channel priced otherwise (价格异常) keep the sums of others.
select o.id, o.order_no, o.payable_amount, o.goods_amount, i.final, i.goods, i.qty
from sale_order o
cross join lateral (
  select coalesce(sum(final_amount), 0) as final, coalesce(sum(sale_price * qty), 0) as goods, coalesce(sum(qty), 0) as qty
  from sale_order_item where sale_order_id = o.id) i
where not o.imported and (i.final + o.freight_amount <> o.payable_amount or i.qty <> o.goods_qty or i.goods <> o.goods_amount
  or not o.price_abnormal and o.payable_amount <> o.goods_amount - o.promotion_amount - o.coupon_amount - o.point_amount - o.change_amount + o.freight_amount);

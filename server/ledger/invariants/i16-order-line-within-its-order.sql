-- I16: of a line of a purchase order never more is booked, in and closed than was ordered, with the tolerance that was settled when the order
-- was passed, and never less than nothing (amendments C: what is booked falls as it comes in).
select l.id, o.purchase_no, l.qty, l.booked_qty, l.in_qty, l.closed_qty, o.over_book_bp
from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
where l.booked_qty < 0 or l.in_qty < 0 or l.closed_qty < 0
  or l.booked_qty + l.in_qty + l.closed_qty > l.qty + l.qty * o.over_book_bp / 10000;

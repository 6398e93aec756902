-- K110: what stands on a shelf, of a shop or online, is a piece in use of a style in use.
select g.id, g.goods_no, k.status as sku_status, p.status as spu_status
from shop_goods g join sku k on k.id = g.sku_id join spu p on p.id = k.spu_id
where (g.shelf_status = 1 or g.online_shelf_status = 1) and (k.status <> 1 or p.status <> 1);

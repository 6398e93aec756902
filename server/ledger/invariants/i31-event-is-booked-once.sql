-- I31: of one event and business there is one voucher that stands, or one that waits to be made, never both; what was reversed has one of
-- them again, or was left out. Events that come to nothing have neither.
with told as (
  select e.event_id, v.biz_type, v.status in (1, 2, 3) as stands, false as waits from voucher_event e join voucher v on v.id = e.voucher_id
  union all
  select e.event_id, a.biz_type, false, a.status = 1 from voucher_abnormal_event e join voucher_abnormal a on a.id = e.voucher_abnormal_id
)
select event_id, biz_type, count(*) filter (where stands) as standing, count(*) filter (where waits) as waiting
from told t group by event_id, biz_type
having count(*) filter (where stands or waits) > 1
  or (bool_or(stands or waits) is not true and exists (
    select 1 from voucher_event e join voucher v on v.id = e.voucher_id where e.event_id = t.event_id and v.biz_type = t.biz_type and v.status = 4
  ) and not exists (
    select 1 from voucher_abnormal_event e join voucher_abnormal a on a.id = e.voucher_abnormal_id
    where e.event_id = t.event_id and a.biz_type = t.biz_type and a.status = 3
  ));

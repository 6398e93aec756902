-- K194: what was paid out of a rebate, less what was taken back of it, stands in the log of stored value, and what was not paid out does not; what was paid out says when.
select r.id, r.rebate_no, r.amount, coalesce(s.sum, 0) as stored
from rebate r left join (select source_no, sum(change_value) as sum from member_stored where biz_type in (4, 5) group by 1) s on s.source_no = r.rebate_no
where coalesce(s.sum, 0) <> case when r.status = 2 then r.amount else 0 end or (r.status = 2 and r.settled_at is null)
union all
select s.id, s.source_no, 0, s.change_value from member_stored s where s.biz_type in (4, 5) and not exists (select 1 from rebate r where r.rebate_no = s.source_no and r.user_id = s.user_id);

-- K193: live paid memberships of a member run one after another, the member is a paid one until the last of them ends, and cards of an
-- order are as many at most as it sold.
select user_id, 'overlap' as of, id as one, next as other from (
  select user_id, id, end_at, lead(id) over w as next, lead(start_at) over w as next_start from paid_membership where status = 1
  window w as (partition by user_id order by start_at, id)) m where next_start < end_at
union all
select u.id, 'until', null, null from member_user u left join (select user_id, max(end_at) as until from paid_membership where status = 1 group by 1) m on m.user_id = u.id
where u.paid_until is distinct from m.until
union all
select min(m.user_id), 'cards', i.id, null from paid_membership m join sale_order_item i on i.id = m.order_item_id group by i.id, i.qty having count(*) > i.qty;

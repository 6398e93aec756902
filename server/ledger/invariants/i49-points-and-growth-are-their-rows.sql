-- I49: points and growth of a member are the sums of their rows, and each row says what it came to; the level is what the growth says.
select u.id as user_id, 'points' as of, u.point_balance as said, coalesce(r.sum, 0) as found
from member_user u left join (select user_id, sum(change_value) as sum from member_point group by 1) r on r.user_id = u.id
where u.point_balance <> coalesce(r.sum, 0)
union all
select u.id, 'growth', u.growth_value, coalesce(r.sum, 0)
from member_user u left join (select user_id, sum(change_value) as sum from member_growth group by 1) r on r.user_id = u.id
where u.growth_value <> coalesce(r.sum, 0)
union all
select user_id, 'points after', after_value, running from (
  select user_id, after_value, sum(change_value) over (partition by user_id order by id) as running from member_point) p where after_value <> running
union all
select user_id, 'growth after', after_value, running from (
  select user_id, after_value, sum(change_value) over (partition by user_id order by id) as running from member_growth) g where after_value <> running
union all
select id, 'level', level, level_of_growth(growth_value) from member_user where level <> level_of_growth(growth_value);

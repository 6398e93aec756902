-- I50: of the labels of an exclusive group a member has one at most, and every label counts the members who have it.
select u.id as user_id, g.name, count(*)::bigint as said, 1::bigint as found
from member_user u join user_label l on l.id = any(u.label_ids) join user_label_group g on g.id = l.group_id and g.is_exclusive
group by u.id, g.id, g.name having count(*) > 1
union all
select l.id, l.name, l.user_count, coalesce(c.count, 0)
from user_label l left join (select t.id, count(*) from member_user u, unnest(u.label_ids) as t (id) group by 1) c on c.id = l.id
where l.user_count <> coalesce(c.count, 0)
union all
select t.id, 'no such label', u.id, 0 from member_user u, unnest(u.label_ids) as t (id) where not exists (select 1 from user_label l where l.id = t.id);

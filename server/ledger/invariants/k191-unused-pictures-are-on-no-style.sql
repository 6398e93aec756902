-- K191: a picture counts as unused exactly while no style has it.
select p.id, p.unused_since
from picture p
where (p.unused_since is null) <> exists (select 1 from spu_picture s where s.picture_id = p.id);

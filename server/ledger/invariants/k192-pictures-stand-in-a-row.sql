-- K192: the pictures of a style are numbered from one without a gap, and its changes are counted.
select s.spu_id, count(*) as pictures, max(s.sort) as last
from spu_picture s left join spu_gallery g on g.spu_id = s.spu_id
group by s.spu_id, g.version having max(s.sort) <> count(*) or g.version is null;
